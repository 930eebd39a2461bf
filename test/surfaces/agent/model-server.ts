/**
 * A model on loopback that plays a script: for each request it streams the next reply, as OpenAI's Chat Completions or
 * Anthropic's Messages do. It records the requests.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Reply {
  /** A list is sent in one piece per text. */
  readonly text?: string | readonly string[];
  /** `raw` replaces the JSON of the arguments. */
  readonly calls?: readonly { readonly name: string; readonly input?: unknown; readonly raw?: string }[];
  /** Status of an error, which is sent instead of a stream. */
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Writes the whole answer to the connection itself. */
  readonly write?: (response: ServerResponse) => void | Promise<void>;
  /** The stream ends only after this promise. */
  readonly until?: Promise<unknown>;
}

export type Script = readonly (Reply | ((request: ModelRequest) => Reply))[];

/** The parts of a request that tests look at. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
}

export interface ModelServer {
  /** The address of the API, which ends with `/v1`. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  close(): Promise<void>;
}

export async function startModel(script: Script): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    const asked = {
      path: request.url ?? "",
      headers: request.headers,
      body: JSON.parse(text) as Record<string, unknown>,
    };
    const next = script[requests.push(asked) - 1] ?? { text: "the script is over" };
    await answer(typeof next === "function" ? next(asked) : next, asked, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(reply: Reply, { path, body }: ModelRequest, response: ServerResponse): Promise<void> {
  if (reply.write) return reply.write(response);
  if (reply.status !== undefined) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(reply.body ?? "");
    return;
  }
  if (body["stream"] !== true) throw new Error("the agent requests every answer as a stream");
  response.writeHead(200, { "content-type": "text/event-stream" });
  const [last, ...first] = (path.endsWith("/messages") ? messageEvents(reply) : completionEvents(reply)).reverse();
  for (const event of first.reverse()) response.write(event);
  await reply.until;
  response.end(last);
}

const texts = ({ text = [] }: Reply): readonly string[] => (typeof text === "string" ? [text] : text);
const argumentsOf = ({ input, raw }: NonNullable<Reply["calls"]>[number]): string => raw ?? JSON.stringify(input ?? {});
const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

/** Returns the chunks of a chat completion. The last one ends the stream. */
export function completionEvents(reply: Reply): string[] {
  const chunk = (delta: object, more: object = {}): string =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "played", choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`;
  const calls = (reply.calls ?? []).map((call, index) =>
    chunk({
      tool_calls: [
        { index, id: `call-${index}`, type: "function", function: { name: call.name, arguments: argumentsOf(call) } },
      ],
    }),
  );
  const reason = calls.length > 0 ? "tool_calls" : "stop";
  return [
    chunk({ role: "assistant", content: "" }),
    ...texts(reply).map((content) => chunk({ content })),
    ...calls,
    chunk({}, { finish_reason: reason }),
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "played", choices: [], usage: USAGE })}\n\ndata: [DONE]\n\n`,
  ];
}

/** Returns the events of Anthropic's Messages. */
export function messageEvents(reply: Reply): string[] {
  const event = (type: string, data: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const blocks: string[][] = [];
  if (texts(reply).length > 0)
    blocks.push([
      event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
      ...texts(reply).map((text) => event("content_block_delta", { index: 0, delta: { type: "text_delta", text } })),
      event("content_block_stop", { index: 0 }),
    ]);
  for (const [at, call] of (reply.calls ?? []).entries()) {
    const index = blocks.length;
    blocks.push([
      event("content_block_start", {
        index,
        content_block: { type: "tool_use", id: `call-${at}`, name: call.name, input: {} },
      }),
      event("content_block_delta", { index, delta: { type: "input_json_delta", partial_json: argumentsOf(call) } }),
      event("content_block_stop", { index }),
    ]);
  }
  const reason = reply.calls ? "tool_use" : "end_turn";
  return [
    event("message_start", {
      message: {
        id: "m",
        type: "message",
        role: "assistant",
        model: "played",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 1 },
      },
    }),
    ...blocks.flat(),
    event("message_delta", { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 10 } }),
    event("message_stop", {}),
  ];
}
