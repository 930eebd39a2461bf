/** The openai package against an API on this machine: Chat Completions and Responses. */
import { openaiChatTools } from "../../../src/surfaces/adapters/openai-chat.ts";
import { openaiResponsesTools } from "../../../src/surfaces/adapters/openai-responses.ts";
import { framework } from "./frameworks.ts";
import { loopback } from "./loopback.mjs";
import { type Call, DONE, type Play } from "./play.ts";

interface OpenAi {
  default: new (options: { apiKey: string; baseURL: string; maxRetries: number }) => Client;
}

interface Client {
  chat: { completions: { create(body: ChatBody): Promise<{ choices: { message: ChatMessage }[] }> } };
  responses: { create(body: ResponsesBody): Promise<{ output: Item[]; output_text: string }> };
}

interface ChatMessage {
  role: string;
  content: string | null;
  tool_call_id?: string;
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
}

interface ChatBody {
  model: string;
  messages: ChatMessage[];
  tools: { type: string; function: { name: string; description: string; parameters: unknown } }[];
}

interface Item {
  type: string;
  [key: string]: unknown;
}

interface ResponsesBody {
  model: string;
  input: Item[];
  tools: { type: string; name: string; description: string; parameters: unknown; strict: boolean }[];
}

export const playOpenAiChat: Play = async (tools, calls) => {
  const api = await loopback<ChatBody>((_, before) => ({
    id: "c",
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: "stop", message: chatMessage(calls[before], before) }],
  }));
  try {
    const client = await open(api.url);
    const ours = openaiChatTools(tools);
    const messages: ChatMessage[] = [{ role: "user", content: "Go." }];
    for (;;) {
      const { choices } = await client.chat.completions.create({ model: "m", messages, tools: ours.tools });
      const message = choices[0]!.message;
      messages.push(message);
      const answers = await ours.answer(message);
      if (answers.length === 0) break;
      messages.push(...answers);
    }
    const body = api.asked.at(-1)!;
    return {
      tools: body.tools.map(({ function: { name, description, parameters } }) => ({
        name,
        description,
        schema: parameters,
      })),
      received: body.messages.flatMap(({ role, content }) => (role === "tool" ? [{ content: content ?? "" }] : [])),
      said: messages.at(-1)?.content ?? "",
    };
  } finally {
    await api.close();
  }
};

export const playOpenAiResponses: Play = async (tools, calls) => {
  const api = await loopback<ResponsesBody>((_, before) => ({
    id: "r",
    object: "response",
    output: [responseItem(calls[before], before)],
  }));
  try {
    const client = await open(api.url);
    const ours = openaiResponsesTools(tools);
    const input: Item[] = [{ type: "message", role: "user", content: "Go." }];
    for (;;) {
      const response = await client.responses.create({ model: "m", input, tools: ours.tools });
      input.push(...response.output);
      const answers = await ours.answer(response);
      if (answers.length === 0) return played(api.asked.at(-1)!, response.output_text);
      input.push(...answers.map((answer) => ({ ...answer })));
    }
  } finally {
    await api.close();
  }
};

function played(body: ResponsesBody, said: string) {
  return {
    tools: body.tools.map(({ name, description, parameters }) => ({ name, description, schema: parameters })),
    received: body.input.flatMap(({ type, output }) =>
      type === "function_call_output" ? [{ content: String(output) }] : [],
    ),
    said,
  };
}

async function open(url: string): Promise<Client> {
  const { default: Client } = await framework<OpenAi>("openai");
  return new Client({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
}

const written = (call: Call): string => (typeof call.input === "string" ? call.input : JSON.stringify(call.input));

function chatMessage(call: Call | undefined, at: number): object {
  if (call === undefined) return { role: "assistant", content: DONE };
  const asked = { name: call.tool, arguments: written(call) };
  return { role: "assistant", content: null, tool_calls: [{ id: `call-${at}`, type: "function", function: asked }] };
}

function responseItem(call: Call | undefined, at: number): object {
  if (call === undefined)
    return {
      type: "message",
      id: "m",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: DONE, annotations: [] }],
    };
  return { type: "function_call", id: `f-${at}`, call_id: `call-${at}`, name: call.tool, arguments: written(call) };
}
