/**
 * Reads a stored conversation. Any program may have written the file, so every line is checked. An error is SK494 with
 * the line number. Only the last line may be incomplete, because the process may have ended while it wrote this line.
 */
import { type ModelMessage, modelMessageSchema } from "ai";
import { type Files, OperationError } from "../../../api/index.ts";
import { keepOwnParts } from "./own-parts.ts";
import { TRANSCRIPT_VERSION, type TranscriptHead } from "./transcript.ts";

export interface StoredTranscript {
  readonly path: string;
  readonly head: TranscriptHead;
  readonly messages: readonly ModelMessage[];
  /** Kinds of message parts that were left out, because Skillwright does not write them. */
  readonly dropped: readonly string[];
  /** The last stored state of the session. The session checks it when the conversation is resumed. */
  readonly skills?: unknown;
  /** True if the file ends with an incomplete line. */
  readonly torn: boolean;
}

export const MAX_TRANSCRIPT_BYTES: number = 64_000_000;
const MAX_MESSAGES = 100_000;
/** Maximum length of a path or a name. Real paths and names are shorter. */
const MAX_TEXT = 4096;

export function readTranscript(path: string, files: Files): StoredTranscript {
  const lines = new TextDecoder().decode(bytesOf(path, files)).split("\n");
  const last = lines.pop() ?? "";
  const reader = new Reader(path);
  for (const [at, line] of lines.entries()) reader.take(parse(line), at + 1);
  return reader.kept(last !== "");
}

function bytesOf(path: string, files: Files): Uint8Array {
  try {
    return files.readFile(path, MAX_TRANSCRIPT_BYTES);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "") throw error;
    const problem =
      code === "EFBIG" ? `the file has more than ${MAX_TRANSCRIPT_BYTES} bytes` : `the file cannot be read (${code})`;
    throw new OperationError("SK494", `the conversation \`${path}\` cannot be resumed: ${problem}`, {
      hint: "start a new conversation",
      cause: error,
    });
  }
}

class Reader {
  readonly #path: string;
  #head: TranscriptHead | undefined;
  #messages: ModelMessage[] = [];
  #skills: unknown;

  constructor(path: string) {
    this.#path = path;
  }

  take(line: unknown, number: number): void {
    if (!isMap(line)) throw damaged(this.#path, number, "the line is not a JSON object");
    if (this.#head === undefined) this.#head = this.#begin(line, number);
    else if (line["type"] === "message") this.#messages.push(this.#message(line["message"], number));
    else if (line["type"] === "compaction" && Array.isArray(line["messages"]))
      this.#messages = line["messages"].map((each) => this.#message(each, number));
    else if (line["type"] === "skills") this.#skills = line["state"];
    else throw damaged(this.#path, number, "the `type` of the line is unknown");
    if (this.#messages.length > MAX_MESSAGES)
      throw damaged(this.#path, number, `there are more than ${MAX_MESSAGES} messages`);
  }

  kept(torn: boolean): StoredTranscript {
    if (this.#head === undefined) throw damaged(this.#path, 1, "the file is empty");
    const skills = this.#skills === undefined ? {} : { skills: this.#skills };
    return { path: this.#path, head: this.#head, ...keepOwnParts(this.#messages), ...skills, torn };
  }

  #begin(line: Record<string, unknown>, number: number): TranscriptHead {
    if (line["type"] !== "conversation")
      throw damaged(this.#path, number, "the first line is not the start of a conversation");
    if (line["version"] !== TRANSCRIPT_VERSION)
      throw damaged(this.#path, number, `the version of the conversation is not ${TRANSCRIPT_VERSION}`);
    const text = (key: string): string => {
      const value = line[key];
      if (typeof value !== "string") throw damaged(this.#path, number, `\`${key}\` is not a string`);
      if (value.length > MAX_TEXT) throw damaged(this.#path, number, `\`${key}\` has more than ${MAX_TEXT} characters`);
      return value;
    };
    if (!this.#path.endsWith(`/${text("id")}.jsonl`))
      throw damaged(this.#path, number, "the `id` of the conversation is not the name of the file");
    return {
      id: text("id"),
      time: text("time"),
      cwd: text("cwd"),
      agent: text("agent"),
      host: text("host"),
      provider: text("provider"),
      model: text("model"),
    };
  }

  #message(given: unknown, number: number): ModelMessage {
    const parsed = modelMessageSchema.safeParse(given);
    if (!parsed.success) throw damaged(this.#path, number, "the line is not a message");
    return parsed.data;
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function damaged(path: string, line: number, problem: string): OperationError {
  return new OperationError("SK494", `the conversation \`${path}\` cannot be resumed: line ${line}: ${problem}`, {
    hint: "start a new conversation",
  });
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
