/**
 * Answers `initialize` before the MCP packages are loaded, because they take most of the starting time. The packages
 * then read the same request, and `LineTransport` drops their identical answer. Any other first message waits for them.
 */
import type { Readable, Writable } from "node:stream";
import { isMap, parseJson } from "../../../model/schema.ts";

export interface McpStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly onError: (error: Error) => void;
}

export const SERVER_INSTRUCTIONS =
  "Skills are instructions for kinds of tasks. When a skill fits the task, load it before you begin, and follow it. " +
  "Clients with the Skills extension find them with skills/list; all others with the tool `skill`, whose description lists " +
  "them, and `skill_search`, which finds those that are not listed.";

export const serverInfo = (version: string) => ({ name: "skillwright", title: "Skillwright", version });

const CAPABILITIES = {
  resources: { listChanged: true },
  extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
  tools: { listChanged: true },
  prompts: { listChanged: true },
};

/** The protocol versions that begin with `initialize`. */
export const PROTOCOL_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const NEWLINE = 10;

/**
 * Resolves after the first message of the client, or when it has disconnected. Returns the id of the answered request.
 */
export async function answerGreeting(
  { input, output }: McpStreams,
  version: string,
): Promise<string | number | undefined> {
  output.on("error", () => undefined);
  const first = await firstBytes(input);
  const end = first.indexOf(NEWLINE);
  const message = end === -1 ? undefined : parseJson(first.toString("utf8", 0, end));
  if (first.length > 0) input.unshift(first);
  const answer = greetingFor(message, version);
  if (answer) output.write(`${JSON.stringify(answer)}\n`);
  return answer?.id;
}

function firstBytes(input: Readable): Promise<Buffer> {
  return new Promise((resolve) => {
    const done = (bytes: Buffer): void => {
      input.off("readable", read).off("end", gone).off("error", gone);
      resolve(bytes);
    };
    const gone = (): void => done(Buffer.alloc(0));
    const read = (): void => {
      const bytes: unknown = input.read();
      if (Buffer.isBuffer(bytes)) done(bytes);
    };
    input.on("readable", read).on("end", gone).on("error", gone);
  });
}

/** Returns the answer to a usual `initialize` request; undefined for any other message. */
export function greetingFor(message: unknown, version: string) {
  if (!isMap(message) || !hasOnly(message, ["jsonrpc", "id", "method", "params"])) return undefined;
  const { jsonrpc, id, method, params } = message;
  const isRequest = typeof id === "string" || Number.isSafeInteger(id);
  if (jsonrpc !== "2.0" || method !== "initialize" || !isRequest || !isMap(params)) return undefined;
  const { protocolVersion, capabilities, clientInfo } = params;
  const isUsual =
    hasOnly(params, ["protocolVersion", "capabilities", "clientInfo"]) &&
    PROTOCOL_VERSIONS.includes(protocolVersion as string) &&
    isMap(capabilities) &&
    hasOnly(capabilities, ["roots", "sampling", "elicitation"]) &&
    Object.entries(capabilities).every(([name, each]) => isUsualCapability(name, each)) &&
    isMap(clientInfo) &&
    hasOnly(clientInfo, ["name", "version", "title"]) &&
    typeof clientInfo["name"] === "string" &&
    Object.values(clientInfo).every((each) => typeof each === "string") &&
    typeof clientInfo["version"] === "string";
  if (!isUsual) return undefined;
  return {
    result: {
      protocolVersion,
      capabilities: CAPABILITIES,
      serverInfo: serverInfo(version),
      instructions: SERVER_INSTRUCTIONS,
    },
    jsonrpc: "2.0",
    id: id as string | number,
  };
}

function isUsualCapability(name: string, value: unknown): boolean {
  if (!isMap(value)) return false;
  return Object.entries(value).every(([key, each]) => name === "roots" && key === "listChanged" && each === true);
}

function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}
