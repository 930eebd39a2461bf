import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { isMap } from "../../../model/schema.ts";
import type { McpServer } from "../../../model/skills/dependency.ts";
import { addNotice, isMissing, readProblem } from "../../../platform/files/read-text.ts";
import type { ServerFinding } from "../survey.ts";
import type { ConfiguredServer, McpContext, McpFiles } from "./mcp-host.ts";
import { MAX_CONFIG_BYTES } from "./plan-edit.ts";
import { readFormat } from "./read-format.ts";

/** Maximum servers that one file may configure. A limit is needed, because the file is untrusted. */
const MAX_SERVERS = 1_000;

/** Returns every configured server of a host, highest precedence first. An unreadable file is treated as empty. */
export async function configuredServers(host: McpFiles, context: McpContext): Promise<ConfiguredServer[]> {
  const found: ConfiguredServer[] = [];
  for (const path of new Set(host.files(context))) {
    const settings = await readFormat(readOrNothing(path, context), host.format);
    if (settings === undefined) continue;
    const maps = [settings[host.key], ...(host.alsoAt?.(settings, context) ?? [])].filter(isMap);
    for (const [name, value] of maps.flatMap((map) => Object.entries(map)).slice(0, MAX_SERVERS))
      if (isMap(value)) found.push({ name, ...host.decode(value), from: path });
  }
  return found;
}

function readOrNothing(path: string, { files }: McpContext): string {
  try {
    return Buffer.from(files.readFile(path, MAX_CONFIG_BYTES)).toString("utf8");
  } catch (error) {
    if (!isMissing(error)) addNotice(unreadSettings(path, error));
    return "";
  }
}

function unreadSettings(path: string, error: unknown): Diagnostic {
  const message = `the MCP servers in \`${path}\` are not known: ${readProblem(error)}`;
  const help = "remove the file, or put a regular file in its place";
  return { ...diagnostic("SK004", { path, message, help }), severity: "warning" };
}

/**
 * Finds a server by its URL or command, otherwise by its name. If the user has configured another server with this
 * name, that server is used.
 */
export function findServer(wanted: McpServer, configured: readonly ConfiguredServer[]): ServerFinding {
  const same = configured.filter((each) => leadsTo(each, wanted));
  const found = same.find(({ enabled }) => enabled) ?? same[0] ?? configured.find(({ name }) => name === wanted.name);
  if (found === undefined) return { state: "missing" };
  const note = noteOn(found, wanted);
  return { state: found.enabled ? "present" : "off", from: found.from, ...(note === undefined ? {} : { note }) };
}

function noteOn(found: ConfiguredServer, wanted: McpServer): string | undefined {
  if (!leadsTo(found, wanted)) {
    const there = found.url ?? [found.command ?? "", ...found.args].join(" ");
    return wanted.problem === undefined
      ? `in that file its address is \`${there}\`, not \`${serverAddress(wanted)}\``
      : undefined;
  }
  return found.name === wanted.name ? undefined : `in that file its name is \`${found.name}\``;
}

/** Returns the URL, or the command line, as a comparable text. */
function serverAddress({ url, command = "", args = [] }: McpServer): string {
  return url ?? [command, ...args].join(" ");
}

function leadsTo(found: ConfiguredServer, { url, command, args = [] }: McpServer): boolean {
  if (url !== undefined) return found.url !== undefined && address(found.url) === address(url);
  if (command === undefined || found.command !== command) return false;
  return found.args.length === args.length && args.every((arg, at) => found.args[at] === arg);
}

/**
 * Normalizes a URL, because a trailing slash, capital letters in the host name and a default port make no difference.
 */
function address(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/$/, "") : url;
}
