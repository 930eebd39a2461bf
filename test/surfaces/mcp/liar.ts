/** A remote server with prepared answers, and a machine of ours that uses it. */
import { hash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import { openServerPort } from "../../../src/catalog/servers/connection/open-port.ts";
import { FileCache } from "../../../src/catalog/servers/file-cache.ts";
import type { ServedSkill } from "../../../src/catalog/servers/read-entry.ts";
import { ServerSource } from "../../../src/catalog/servers/server-source.ts";
import type { Environment } from "../../../src/platform/environment.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { type Machine, machine, skillFile, type Tree } from "./machine.ts";

export type Answers = Readonly<Record<string, (params: { uri?: string; cursor?: string }) => unknown>>;

export interface Liar {
  readonly url: string;
  /** Every requested method, with its address if it has one. */
  readonly asked: string[];
  close(): void;
}

/** The server sends no answer. */
export const SILENCE = Symbol("silence");

/** Writes directly to the connection, so that it can violate more than JSON. */
export type Wild = (request: IncomingMessage, response: ServerResponse) => void;

export function refusal(code: number, message: string): unknown {
  return { refusal: { code, message } };
}

/**
 * Starts a server. A string is sent unchanged, with the number of the request for `$ID`. A promise is a late answer. A
 * function receives the connection.
 */
export async function liar(answers: Answers, { onStream }: { readonly onStream?: Wild } = {}): Promise<Liar> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    request.on("end", () => {
      const { id, method = "", params = {} } = text === "" ? {} : JSON.parse(text);
      if (method !== "") asked.push([method, params.uri].filter((each) => each !== undefined).join(" "));
      if (request.method === "GET" && onStream) return onStream(request, response);
      if (id === undefined) return response.writeHead(request.method === "POST" ? 202 : 405).end();
      return say({ initialize, ...answers }[method as "initialize"], params, id, request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

export const WELCOME = {
  protocolVersion: "2025-11-25",
  capabilities: { resources: {}, extensions: { "io.modelcontextprotocol/skills": {} } },
  serverInfo: { name: "trusted-name", version: "1" },
};

const initialize = () => WELCOME;

function say(
  answer: ((given: object) => unknown) | undefined,
  params: object,
  id: unknown,
  request: IncomingMessage,
  response: ServerResponse,
): unknown {
  const result = answer?.(params);
  if (result === SILENCE) return undefined;
  if (result instanceof Promise)
    return result.then((later: unknown) => say(() => later, params, id, request, response));
  if (typeof result === "function") return (result as Wild)(request, response);
  response.writeHead(200, { "content-type": "application/json" });
  if (typeof result === "string") return response.end(result.replace("$ID", JSON.stringify(id)));
  const { refusal: error } = (result ?? {}) as { refusal?: unknown };
  const none = { code: -32601, message: "no" };
  const body = answer === undefined ? { error: none } : error === undefined ? { result } : { error };
  return response.end(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
}

/** Opens the skills of a server `docs` without a machine. */
export function sourceAt(
  url: string,
  options: {
    readonly timeoutMs?: number;
    readonly maxSaid?: number;
    readonly approves?: boolean;
    readonly clock?: () => number;
  } = {},
) {
  const { timeoutMs = 60_000, maxSaid = 67_108_864, approves = false, clock = () => 0 } = options;
  const kept = new FileCache(join(tmpdir(), "skillwright-nowhere", "\0"), "docs", nodeFiles);
  const port = openServerPort({
    setting: { url, headers: {} },
    cwd: "/",
    variables: {},
    timeoutMs: { list: timeoutMs, read: timeoutMs },
    maxSaid,
  });
  let set: string | undefined;
  const source = new ServerSource({ label: "docs", port, cache: kept, approved: () => set, clock });
  return {
    source,
    async skills(): Promise<readonly ServedSkill[]> {
      const skills = await source.skills();
      if (approves) set = skills[0]?.set;
      return skills;
    },
  };
}

/** Makes a machine whose configuration names servers. */
export function near(
  servers: Readonly<Record<string, string>>,
  files: Tree = {},
  options: LoadOptions = {},
): Promise<Machine> {
  const lines = Object.entries(servers).map(
    ([label, url]) => `  ${label}: { url: "${url}", skills: true, headers: {} }\n`,
  );
  return machine({ "~/.config/skillwright/config.yaml": `mcp:\n${lines.join("")}`, ...files }, options);
}

/** Opens the skills of a server `docs` on a machine. */
export async function facing<T>(
  answers: Answers,
  action: (place: Machine, server: Liar) => Promise<T>,
  options: LoadOptions & { readonly onStream?: Wild } = {},
): Promise<T> {
  const { onStream, ...load } = options;
  const server = await liar(answers, onStream ? { onStream } : {});
  const place = await near({ docs: server.url }, {}, load);
  try {
    return await action(place, server);
  } finally {
    place.remove();
    server.close();
  }
}

export function seen({ skills }: Machine): string[] {
  return skills.snapshot.skills.map(({ skill, withheld }) => `${skill.name} ${withheld?.code ?? "offered"}`);
}

/** Returns the codes of all findings about servers. */
export function said({ skills }: Machine): string[] {
  return skills.snapshot.diagnostics.map(({ code }) => code).filter((code) => /^SK(?:027|913)$/.test(code));
}

/** Approves skills of `docs`, and loads again. */
export async function approve(place: Machine, ...names: readonly string[]): Promise<void> {
  const servers = await place.skills.servers();
  for (const name of names) await servers.approve(name, true);
  await place.skills.reload({ force: true });
}

/** Returns the text, or the code of the refusal. */
export async function load({ skills }: Machine, asked: string): Promise<string> {
  const activated = await skills.activate({ asked, actor: "model" });
  return "refusal" in activated ? activated.refusal.code : activated.activation.text;
}

export function environmentOf({ directory }: Machine): Environment {
  return { cwd: directory, home: join(directory, "home"), platform: "linux", variables: {} };
}

export function file(uri: string, bytes: string | Uint8Array) {
  return { uri, digest: `sha256:${hash("sha256", bytes, "hex")}`, size: Buffer.byteLength(bytes) };
}

export function entry(name: string, more: object = {}, uri = `skill://${name}/SKILL.md`) {
  return {
    uri,
    frontmatter: { name, description: `Does ${name}. Use for ${name}.` },
    resources: [file(uri, skillFile(name))],
    ...more,
  };
}

/** Returns a server with these files. Every SKILL.md has an entry with all files below it. */
export function serves(files: Readonly<Record<string, string>>): Answers {
  const uris = Object.keys(files);
  const skills = uris
    .filter((uri) => uri.endsWith("/SKILL.md"))
    .map((uri) => {
      const root = uri.slice(0, -"SKILL.md".length);
      const name = root.split("/").at(-2) as string;
      const own = uris.filter((each) => each.startsWith(root)).map((each) => file(each, files[each] as string));
      return entry(name, { resources: own }, uri);
    });
  return {
    "skills/list": () => ({ skills }),
    "skills/get": ({ uri }) => {
      const skill = skills.find((each) => each.uri === uri);
      return skill === undefined ? refusal(-32602, "no such skill") : { skill };
    },
    "resources/read": ({ uri = "" }) =>
      Object.hasOwn(files, uri) ? { contents: [{ uri, text: files[uri] }] } : refusal(-32602, "no such file"),
  };
}
