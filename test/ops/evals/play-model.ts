/** Servers on loopback that play a model with the API of either provider. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Body;
}

interface Body {
  readonly model: string;
  readonly system?: string;
  readonly tools?: readonly Record<string, unknown>[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** The model calls the tool with this name, sends a text, or fails with this status. */
export type Act =
  | { readonly load: string }
  | { readonly say: string }
  | { readonly status: number; readonly after?: string };

export interface PlayedModel {
  readonly url: string;
  readonly asked: Asked[];
  close(): Promise<void>;
}

export async function playModel(act: (request: string, nth: number) => Act | undefined): Promise<PlayedModel> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      const body = JSON.parse(text) as Body;
      asked.push({ path: request.url ?? "", headers: request.headers, body });
      const last = body.messages.findLast(({ role, content }) => role === "user" && typeof content === "string");
      const done = act(String(last?.content), asked.length);
      // If undefined, the server never answers.
      if (done) answer(response, done, body, request.url?.endsWith("/messages") === true);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, act: Act, body: Body, anthropic: boolean): void {
  if ("status" in act) {
    response.writeHead(act.status, act.after === undefined ? {} : { "retry-after": act.after });
    response.end(JSON.stringify({ error: { message: "not now" } }));
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(anthropic ? inAnthropic(act, body) : inOpenai(act, body)));
}

function inOpenai(act: Exclude<Act, { status: number }>, { tools = [] }: Body): object {
  const made = tools[0]?.["function"] as { name: string; parameters: { required: string[] } };
  const call = (name: string): object => ({
    id: "c1",
    type: "function",
    function: { name: made.name, arguments: JSON.stringify({ [made.parameters.required[0] as string]: name }) },
  });
  return {
    choices: [{ message: "load" in act ? { content: null, tool_calls: [call(act.load)] } : { content: act.say } }],
    usage: { prompt_tokens: 100, completion_tokens: 10 },
  };
}

function inAnthropic(act: Exclude<Act, { status: number }>, { tools = [] }: Body): object {
  const { name, input_schema } = tools[0] as { name: string; input_schema: { required: string[] } };
  return {
    content:
      "load" in act
        ? [{ type: "tool_use", id: "t1", name, input: { [input_schema.required[0] as string]: act.load } }]
        : [{ type: "text", text: act.say }],
    usage: { input_tokens: 100, output_tokens: 10 },
  };
}
