/**
 * Opens a configured server as a provider of skills. Each request has its own connection, unless several requests run
 * together. One more connection is kept while a caller listens for changes. The client offers no capabilities and
 * answers no requests of the server.
 */
import { toCoreSchemaValue } from "../../../format/conform/core-value.ts";
import { parseYaml } from "../../../format/yaml/parse-yaml.ts";
import { quoteForeignText } from "../../../model/text/display/foreign-text.ts";
import type { McpSetting } from "../../config/mcp-servers.ts";
import type { InvalidEntry, ServerPort } from "../server-source.ts";
import { listenForChanges } from "./listen.ts";
import { openConnection } from "./open-connection.ts";
import { type OpenConnection, ServerConnections } from "./server-connections.ts";
import { faultOf, ServerFault } from "./server-fault.ts";

export interface ServerPortOptions {
  readonly setting: McpSetting;
  readonly cwd: string;
  /** The environment for a started program. */
  readonly variables: Readonly<Record<string, string>>;
  /** Maximum bytes of all responses to one request. */
  readonly maxSaid?: number;
  /** Returns headers for an address, if the user has logged in. */
  readonly headers?: () => Promise<Readonly<Record<string, string>>>;
  /** Timeout for one request, including the connection. */
  readonly timeoutMs?: { readonly list?: number; readonly read?: number };
}

/** The environment variable with which a process queries no servers for skills. */
const ASKED_BY = "SKILLWRIGHT_ASKED_BY";
/**
 * The user waits for the list of skills on every command, so the timeout of `list` is short. `read` has more time,
 * because a file may have 16 MiB.
 */
const TIMEOUT_MS = { list: 10_000, read: 30_000 };
/** Combines frequent change notifications into one. */
const BURST_MS = 500;

export function openServerPort(options: ServerPortOptions): ServerPort {
  const timeouts = { ...TIMEOUT_MS, ...options.timeoutMs };
  const lines = new ServerConnections((timeout) => connect(options, timeout));
  return {
    together: (action) => lines.together(action),
    listen: (changed) =>
      listenForChanges({
        connect: (told) => connect(options, timeouts.list, told),
        changed,
        keep: (line) => lines.keep(line),
        timeoutMs: timeouts.list,
      }),
    list: () =>
      lines.ask(timeouts.list, async (client, timeout) => {
        const { SkillsClient } = await import("@modelcontextprotocol/client/ext/skills");
        const skills = new SkillsClient(client, { skipInvalid: true });
        if (!skills.supported) throw new ServerFault("it does not have the Skills extension");
        const { skills: listed, invalid, ttlMs } = await skills.list({}, { timeout });
        const named = await byAddress(addressesOf(options), listed, (uri) => skills.get(uri, { timeout }));
        return {
          skills: [...listed, ...named.skills],
          invalid: [...invalid.map(quoteReason), ...named.invalid],
          ...(ttlMs === undefined ? {} : { ttlMs }),
        };
      }),
    read: (entry, uri) =>
      lines.ask(timeouts.read, async (client, timeout) => {
        const { SkillsClient } = await import("@modelcontextprotocol/client/ext/skills");
        const skills = new SkillsClient(client, { parseFrontmatter });
        return (await skills.read(entry as never, uri, { timeout })).bytes;
      }),
  };
}

/** Error messages of the library repeat text of the server, so they are quoted. */
function quoteReason({ reason, ...rest }: InvalidEntry): InvalidEntry {
  return { ...rest, reason: quoteForeignText(reason) };
}

/** Maximum skills that are requested by address. The server does not list these skills. */
const MAX_ADDRESSES = 100;

function addressesOf({ setting: { skills } }: ServerPortOptions): readonly string[] {
  return Array.isArray(skills) ? skills.slice(0, MAX_ADDRESSES) : [];
}

/** Requests skills that the user names by address, if the server's list does not have them. */
async function byAddress(
  uris: readonly string[],
  listed: readonly { readonly uri: string }[],
  get: (uri: string) => Promise<{ readonly skill: unknown }>,
): Promise<{ readonly skills: unknown[]; readonly invalid: InvalidEntry[] }> {
  const skills: unknown[] = [];
  const invalid: InvalidEntry[] = [];
  for (const uri of new Set(uris)) {
    if (listed.some((each) => each.uri === uri)) continue;
    try {
      skills.push((await get(uri)).skill);
    } catch (error) {
      invalid.push({ uri, reason: faultOf(error).message });
    }
  }
  return { skills, invalid };
}

function parseFrontmatter(yaml: string): Record<string, unknown> {
  const { root } = parseYaml(yaml);
  return root?.kind === "map" ? (toCoreSchemaValue(root) as Record<string, unknown>) : {};
}

/** Calls `told` for each change notification. */
function connect(options: ServerPortOptions, timeoutMs: number, told?: () => void): Promise<OpenConnection> {
  return openConnection({
    ...options,
    variables: { ...options.variables, [ASKED_BY]: "skillwright" },
    timeoutMs,
    client: {
      capabilities: { extensions: { "io.modelcontextprotocol/skills": {} } },
      ...(told
        ? { listChanged: { resources: { autoRefresh: false, debounceMs: BURST_MS, onChanged: () => told() } } }
        : {}),
    },
  });
}
