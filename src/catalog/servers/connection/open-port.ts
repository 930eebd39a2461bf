/**
 * A server of the configuration, as something that can be asked for skills. Each question is a connection of its own, which ends
 * with the answer, unless several are asked together; one more is kept while somebody listens for changes. Nothing is offered to
 * the server, and what it asks of us is not answered.
 */
import { coreValue } from "../../../format/conform/core-value.ts";
import { parseYaml } from "../../../format/yaml/parse-yaml.ts";
import { quoteForeign } from "../../../model/text/foreign-text.ts";
import type { McpSetting } from "../../config/mcp-servers.ts";
import type { Invalid, ServerPort } from "../server-source.ts";
import { connectLine } from "./connect-line.ts";
import { type Line, Lines } from "./lines.ts";
import { listen } from "./listen.ts";
import { faultOf, ServerFault } from "./server-fault.ts";

export interface PortOptions {
  readonly setting: McpSetting;
  readonly cwd: string;
  /** Of the environment that a program is started in. */
  readonly variables: Readonly<Record<string, string>>;
  /** Bytes of all that answers one question. */
  readonly maxSaid?: number;
  /** Headers for an address, where the user has logged in. */
  readonly headers?: () => Promise<Readonly<Record<string, string>>>;
  /** For the whole of one question, from the connection to the answer. */
  readonly timeoutMs?: { readonly list?: number; readonly read?: number };
}

/** Whoever has this among its variables asks no server for skills. */
const ASKED_BY = "SKILLWRIGHT_ASKED_BY";
/** Somebody waits for a listing, with every command; a file may have 16 MiB. */
const TIMEOUT_MS = { list: 10_000, read: 30_000 };
/** A server that tells of a change all the time is heard when it pauses. */
const BURST_MS = 500;

export function openPort(options: PortOptions): ServerPort {
  const timeouts = { ...TIMEOUT_MS, ...options.timeoutMs };
  const lines = new Lines((timeout) => connect(options, timeout));
  return {
    together: (action) => lines.together(action),
    listen: (changed) =>
      listen({
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

/** The reasons of the library repeat text of the server. */
function quoteReason({ reason, ...rest }: Invalid): Invalid {
  return { ...rest, reason: quoteForeign(reason) };
}

/** Skills that a server may leave out of its list; more have a list of their own. */
const MAX_ADDRESSES = 100;

function addressesOf({ setting: { skills } }: PortOptions): readonly string[] {
  return Array.isArray(skills) ? skills.slice(0, MAX_ADDRESSES) : [];
}

/** What the user names by its address is asked for, where the list does not have it. */
async function byAddress(
  uris: readonly string[],
  listed: readonly { readonly uri: string }[],
  get: (uri: string) => Promise<{ readonly skill: unknown }>,
): Promise<{ readonly skills: unknown[]; readonly invalid: Invalid[] }> {
  const skills: unknown[] = [];
  const invalid: Invalid[] = [];
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
  return root?.kind === "map" ? (coreValue(root) as Record<string, unknown>) : {};
}

/** With `told`, for one that is kept to hear of changes. */
function connect(options: PortOptions, timeoutMs: number, told?: () => void): Promise<Line> {
  return connectLine({
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
