/**
 * A server of the configuration, as something that can be asked for skills. Each question is a connection of its own, which ends
 * with the answer, unless several are asked together; one more is kept while somebody listens for changes. Nothing is offered to
 * the server, and what it asks of us is not answered.
 */
import type { Transport } from "@modelcontextprotocol/client";
import { coreValue } from "../../format/conform/core-value.ts";
import { parseYaml } from "../../format/yaml/parse-yaml.ts";
import type { McpSetting } from "../config/mcp-servers.ts";
import { Allowance } from "./allowance.ts";
import { heldFetch } from "./held-fetch.ts";
import { type Line, Lines } from "./lines.ts";
import { listen } from "./listen.ts";
import type { Invalid, ServerPort } from "./server-source.ts";

export interface PortOptions {
  readonly setting: McpSetting;
  readonly cwd: string;
  /** Of the environment that a program is started in. */
  readonly variables: Readonly<Record<string, string>>;
  /** Characters, or bytes, of all that answers one question. */
  readonly maxSaid?: number;
  /** Headers for an address, where the user has logged in. */
  readonly headers?: () => Promise<Readonly<Record<string, string>>>;
  /** For the whole of one question, from the connection to the answer. */
  readonly timeoutMs?: { readonly list?: number; readonly read?: number };
}

/** [MC27] Whoever has this among its variables asks no server for skills. */
const ASKED_BY = "SKILLWRIGHT_ASKED_BY";
/** Somebody waits for a listing, with every command; a file may have 16 MiB. */
const TIMEOUT_MS = { list: 10_000, read: 30_000 };
const MAX_PAGES = 100;
/** [MC32] A server that tells of a change all the time is heard when it pauses. */
const BURST_MS = 500;
/** Of all that answers one question, and no message may be more than half of it: the largest file there may be, in base64. */
const MAX_SAID = 67_108_864;

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
        if (!skills.supported) throw new Error("it does not have the Skills extension");
        const { skills: listed, invalid, ttlMs } = await skills.list({}, { timeout });
        const named = await byAddress(addressesOf(options), listed, (uri) => skills.get(uri, { timeout }));
        return {
          skills: [...listed, ...named.skills],
          invalid: [...invalid, ...named.invalid],
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

/** Skills that a server may leave out of its list; more have a list of their own. */
const MAX_ADDRESSES = 100;

function addressesOf({ setting: { skills } }: PortOptions): readonly string[] {
  return Array.isArray(skills) ? skills.slice(0, MAX_ADDRESSES) : [];
}

/** [MC20] What the user names by its address is asked for, where the list does not have it. */
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
      invalid.push({ uri, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { skills, invalid };
}

function parseFrontmatter(yaml: string): Record<string, unknown> {
  const { root } = parseYaml(yaml);
  return root?.kind === "map" ? (coreValue(root) as Record<string, unknown>) : {};
}

/** With `told`, for one that is kept to hear of changes. */
async function connect(options: PortOptions, timeout: number, told?: () => void): Promise<Line> {
  const { Client: Connected } = await import("@modelcontextprotocol/client");
  const client = new Connected(
    { name: "skillwright", version: "1" },
    {
      capabilities: { extensions: { "io.modelcontextprotocol/skills": {} } },
      listMaxPages: MAX_PAGES,
      versionNegotiation: { mode: "auto" },
      ...(told
        ? { listChanged: { resources: { autoRefresh: false, debounceMs: BURST_MS, onChanged: () => told() } } }
        : {}),
    },
  );
  let enough: (why: Error) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => {
    enough = reject;
  });
  const allowance = new Allowance(options.maxSaid ?? MAX_SAID);
  const ready = (async () => {
    const transport = await transportFor(options, allowance);
    await client.connect(transport, { timeout });
    if (options.setting.url === undefined) count(transport, allowance, enough);
  })();
  // Whoever asks hears of it; nobody may be asking.
  for (const each of [ready, broken]) each.catch(() => undefined);
  return { client, ready, broken, renew: () => allowance.renew() };
}

/** [MC29] A program's messages are bounded one by one; here all of them together. */
function count(transport: Transport, allowance: Allowance, enough: (why: Error) => void): void {
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    if (allowance.takes(JSON.stringify(message).length)) onmessage?.(message, extra);
    else enough(new Error(`it says more than ${allowance.most} characters`));
  };
}

async function transportFor(
  { setting, cwd, variables, headers }: PortOptions,
  allowance: Allowance,
): Promise<Transport> {
  const { command = "", args = [], env = {}, url } = setting;
  if (url !== undefined) {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    const all = { ...(await headers?.()), ...setting.headers };
    return new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: all },
      fetch: heldFetch(allowance),
    });
  }
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  return new StdioClientTransport({
    command,
    args: [...args],
    env: { ...variables, ...env, [ASKED_BY]: "skillwright" },
    cwd: setting.cwd ?? cwd,
    stderr: "ignore",
    maxBufferSize: allowance.most / 2,
  });
}
