/**
 * Answers `initialize` before the MCP packages are loaded, because loading them takes most of the starting time. The
 * packages later receive the same request, and `LineTransport` drops their identical answer. If the first message is
 * not `initialize`, the message waits until the packages are loaded.
 */
import type { Readable, Writable } from "node:stream";
import {
  constant,
  either,
  hasShape,
  integer,
  object,
  oneOf,
  optional,
  parseJson,
  rejectUnknownKeys,
  string,
} from "../../../model/schema.ts";

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

/** The protocol versions that start with the request `initialize`. */
export const PROTOCOL_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const NEWLINE = 10;

/**
 * Resolves after the client's first message, or when the client has disconnected. If a request was answered, returns
 * its id.
 */
export async function answerInitialize(
  { input, output }: McpStreams,
  version: string,
): Promise<string | number | undefined> {
  output.on("error", () => undefined);
  const first = await firstBytes(input);
  const end = first.indexOf(NEWLINE);
  const message = end === -1 ? undefined : parseJson(first.toString("utf8", 0, end));
  if (first.length > 0) input.unshift(first);
  const answer = initializeResult(message, version);
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
export function initializeResult(message: unknown, version: string) {
  if (!hasShape(message, INITIALIZE)) return undefined;
  const { id, params } = message;
  return {
    result: {
      protocolVersion: params.protocolVersion,
      capabilities: CAPABILITIES,
      serverInfo: serverInfo(version),
      instructions: SERVER_INSTRUCTIONS,
    },
    jsonrpc: "2.0",
    id,
  };
}

const supported = optional(rejectUnknownKeys(object({})));

/** A usual `initialize` request. Its answer depends only on the protocol version and the id. */
const INITIALIZE = rejectUnknownKeys(
  object({
    jsonrpc: constant(["2.0"], "protocol"),
    id: either(
      [string("a text"), integer("a number", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)],
      "id of the request",
    ),
    method: constant(["initialize"], "method"),
    params: rejectUnknownKeys(
      object({
        protocolVersion: oneOf(PROTOCOL_VERSIONS, "protocol version that the client requests"),
        capabilities: rejectUnknownKeys(
          object({
            roots: optional(
              rejectUnknownKeys(
                object({ listChanged: optional(constant([true], "whether the client reports changes of its roots")) }),
              ),
            ),
            sampling: supported,
            elicitation: supported,
          }),
        ),
        clientInfo: rejectUnknownKeys(
          object({
            name: string("program"),
            version: string("version of the client"),
            title: optional(string("title of the client")),
          }),
        ),
      }),
    ),
  }),
);
