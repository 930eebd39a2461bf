/**
 * Plans the edit that adds a server to a host's configuration file. The new text is parsed, and the plan is accepted
 * only if exactly one entry was added. Otherwise the plan is refused, and the user is told to add the entry manually.
 */
import { isDeepStrictEqual } from "node:util";
import { OperationError } from "../../../model/errors.ts";
import { isMap } from "../../../model/schema.ts";
import type { McpServer } from "../../../model/skills/dependency.ts";
import { isInside } from "../../../model/text/is-inside.ts";
import { isMissing, readProblem } from "../../../platform/files/read-text.ts";
import { realTarget } from "../../../platform/files/real-target.ts";
import type { Insertion, ServerEntry } from "./edit.ts";
import { editorOf, withInsertions } from "./insert-entry.ts";
import type { ConfigFormat, McpContext, McpHost } from "./mcp-host.ts";
import { type ParsedSettings, readFormat } from "./read-format.ts";

export interface McpEdit {
  readonly host: string;
  readonly title: string;
  readonly name: string;
  readonly path: string;
  /** True if the file is part of the project. Other people then get the change too. */
  readonly shared: boolean;
  /** True if the edit creates the file. */
  readonly created: boolean;
  readonly before: string;
  readonly after: string;
  /** The texts to insert into the old text to get the new text. */
  readonly insertions: readonly Insertion[];
}

export const MAX_CONFIG_BYTES = 10_000_000;
/** Maximum size of a file to edit. The editors of TOML and YAML take minutes for larger files. */
const MAX_EDITED_BYTES = 131_072;

export async function planEdit(server: McpServer, host: McpHost, context: McpContext): Promise<McpEdit> {
  if (server.problem !== undefined)
    throw new OperationError("SK463", `the MCP server \`${server.name}\` cannot be set up: ${server.problem}`, {
      hint: `set it up in ${host.title} yourself`,
    });
  const { path, shared } = host.target(context);
  const before = readText(path, context, shared, host.format === "json" ? MAX_CONFIG_BYTES : MAX_EDITED_BYTES);
  const text = before ?? "";
  const entry: ServerEntry = { key: host.key, name: server.name, value: host.encode(server) };
  const settings = await readOrRefuse(text, path, host);
  if (isMap(settings[host.key]) && Object.hasOwn(settings[host.key] as object, server.name))
    throw new OperationError("SK463", `\`${path}\` has an MCP server \`${server.name}\` already`, {
      hint: "if the skill means another server, change the entry in that file yourself",
    });
  const insertions = await insertionsFor(text, entry, settings, host.format, path);
  return {
    host: host.name,
    title: host.title,
    name: server.name,
    path,
    shared,
    created: before === undefined,
    before: text,
    after: withInsertions(text, insertions),
    insertions,
  };
}

/**
 * Reads the file. If it is in the project, a symlink out of the project is refused. A project must not choose which
 * file is written.
 */
function readText(
  path: string,
  { files, projectRoot }: McpContext,
  shared: boolean,
  maxBytes: number,
): string | undefined {
  const real = shared ? realTarget(path, files) : path;
  if (real === undefined || (shared && !isInside(real, projectRoot)))
    throw new OperationError("SK462", `\`${path}\` is a symlink that leads out of the project, so it was not changed`, {
      hint: "put a real file in its place",
    });
  try {
    return Buffer.from(files.readFile(path, maxBytes)).toString("utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new OperationError("SK462", `\`${path}\` cannot be read (${readProblem(error)})`, {
      hint: "check the file and its permissions",
      cause: error,
    });
  }
}

async function readOrRefuse(text: string, path: string, { format, key }: McpHost): Promise<ParsedSettings> {
  const settings = await readFormat(text, format);
  const servers = settings?.[key];
  if (settings !== undefined && (servers === undefined || servers === null || isMap(servers))) return settings;
  const what =
    settings === undefined ? `is not valid ${format.toUpperCase()}` : `has a \`${key}\` that is not a mapping`;
  throw new OperationError("SK462", `\`${path}\` ${what}, so it was not changed`, { hint: "correct the file first" });
}

/**
 * Returns insertions that add the entry. To verify them, the new text is parsed. It must contain exactly the old
 * entries and the new entry.
 */
async function insertionsFor(
  text: string,
  entry: ServerEntry,
  before: ParsedSettings,
  format: ConfigFormat,
  path: string,
): Promise<readonly Insertion[]> {
  const { key, name, value } = entry;
  const wanted = toPlainJson({ ...before, [key]: { ...(before[key] as object | undefined), [name]: value } });
  for (const insertions of await (await editorOf(format)).insert(text, entry)) {
    const after = await readFormat(withInsertions(text, insertions), format);
    if (isDeepStrictEqual(toPlainJson(after), wanted)) return insertions;
  }
  throw new OperationError("SK462", `\`${path}\` cannot be changed without changing the rest of it`, {
    hint: `add it there yourself: \`${JSON.stringify({ [key]: { [name]: value } })}\``,
  });
}

/** Returns a copy without the special prototypes of the parsers' maps, so that values can be compared. */
export function toPlainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null, (_, each) => (typeof each === "bigint" ? `${each}n` : each)));
}
