/**
 * Manages the stored conversations: makes their names, lists them, and finds the last conversation or the one that the
 * user names.
 */
import { type Files, OperationError } from "../../../api/index.ts";

const ENDING = ".jsonl";
/** Maximum number of conversations to list. The beginning of each of their files is read. */
const MAX_LISTED = 200;
const HEAD_BYTES = 65_536;
/** Maximum characters of a text in the list of conversations. */
const MAX_SHOWN = 4096;

export interface StoredConversation {
  readonly id: string;
  readonly path: string;
  readonly time: string;
  readonly cwd: string;
  readonly agent: string;
  /** The user's first message. */
  readonly begins: string;
}

/** Returns the path of a conversation in the history directory. The layout is the same as pickle-bot's. */
export function transcriptPath(history: string, id: string): string {
  return `${history}/sessions/${id}${ENDING}`;
}

/** Makes the id of a conversation. Ids sort by time. Two ids of the same second are in random order. */
export function newTranscriptId(milliseconds: number, random: string): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}-${random}`;
}

/** Returns conversations, newest first. */
export function listStoredConversations(history: string, files: Files): readonly StoredConversation[] {
  return idsIn(history, files)
    .slice(0, MAX_LISTED)
    .flatMap((id) => readHistoryEntries(transcriptPath(history, id), id, files));
}

/** Finds a conversation by its id or a prefix of the id. `last` is the newest conversation of this directory. */
export function findTranscript(asked: string, history: string, cwd: string, files: Files): string {
  const entries = asked === "last" ? listStoredConversations(history, files).filter((entry) => entry.cwd === cwd) : [];
  const ids =
    asked === "last"
      ? entries.map(({ id }) => id).slice(0, 1)
      : idsIn(history, files).filter((id) => id.startsWith(asked));
  const exact = ids.find((id) => id === asked) ?? (ids.length === 1 ? ids[0] : undefined);
  if (exact !== undefined) return transcriptPath(history, exact);
  const problem =
    ids.length > 1 ? `several conversations begin with \`${asked}\`` : `there is no conversation \`${asked}\``;
  throw new OperationError("SK494", asked === "last" ? "this directory has no conversation yet" : problem, {
    hint: "run `skillwright agent --sessions` to list the conversations",
  });
}

function idsIn(history: string, files: Files): readonly string[] {
  const directory = `${history}/sessions`;
  if (!files.exists(directory)) return [];
  return files
    .readDirectory(directory)
    .files.filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .sort()
    .reverse();
}

function readHistoryEntries(path: string, id: string, files: Files): StoredConversation[] {
  const bytes = new Uint8Array(HEAD_BYTES);
  const count = headOf(path, bytes, files);
  const [first = "", ...rest] = new TextDecoder().decode(bytes.subarray(0, Math.max(0, count))).split("\n");
  const head = mapOf(first);
  const text = (key: string): string => (typeof head[key] === "string" ? head[key].slice(0, MAX_SHOWN) : "");
  if (head["type"] !== "conversation") return [];
  return [{ id, path, time: text("time"), cwd: text("cwd"), agent: text("agent"), begins: beginning(rest) }];
}

/**
 * Reads the start of a file. Returns the number of bytes; 0 if the file cannot be read, because resuming the
 * conversation reports the reason.
 */
function headOf(path: string, into: Uint8Array, files: Files): number {
  try {
    return files.readHead(path, into, Number.MAX_SAFE_INTEGER);
  } catch (error) {
    if (error instanceof Error && "code" in error) return 0;
    throw error;
  }
}

/**
 * Returns the user's first message, which is the first text without an envelope. Skills that the message loads come
 * before it, in envelopes.
 */
function beginning(lines: readonly string[]): string {
  for (const line of lines) {
    const { message } = mapOf(line);
    const { role, content } =
      typeof message === "object" && message !== null ? (message as Record<string, unknown>) : {};
    if (role === "user" && typeof content === "string" && !content.startsWith("<")) return content.slice(0, MAX_SHOWN);
  }
  return "";
}

function mapOf(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
