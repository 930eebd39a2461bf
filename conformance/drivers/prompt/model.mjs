// A model on loopback with the four APIs that the programs use. It records requests and answers "ok". It can answer the
// first request that offers tools with calls.
import { createServer } from "node:http";

/**
 * `call` is `{ tool, input }`, or a function that returns a list of calls for a request to the chat API. `requests` are
 * the bodies of requests that offer tools. `answered` resolves after the first answer without calls to such a request.
 */
export async function startModel(call) {
  const requests = [];
  let called = call === undefined;
  let finish;
  const answered = new Promise((resolve) => {
    finish = resolve;
  });
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const answer = languageOf(request);
      if (answer === undefined) return response.end("{}");
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const isMain = (body.tools?.length ?? 0) > 0;
      if (isMain) requests.push(body);
      const now = isMain && !called ? call : undefined;
      if (now) called = true;
      const calls = typeof now === "function" ? now(body) : now;
      if (isMain && (calls === undefined || calls.length === 0)) response.on("finish", finish);
      answer(response, body, calls);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { requests, answered, close, url: `http://127.0.0.1:${server.address().port}` };
}

function languageOf({ method, url }) {
  if (method !== "POST") return undefined;
  if (url.includes("count_tokens")) return (response) => response.end('{"input_tokens":1}');
  if (url.includes(":countTokens")) return (response) => response.end('{"totalTokens":1}');
  if (url.startsWith("/v1/responses")) return openaiResponses;
  if (url.startsWith("/v1/messages")) return anthropic;
  if (url.includes("/chat/completions")) return openaiChat;
  if (url.includes(":streamGenerateContent") || url.includes(":generateContent")) return gemini;
  return undefined;
}

function events(response) {
  response.setHeader("content-type", "text/event-stream");
  return (data, type) => response.write(`${type ? `event: ${type}\n` : ""}data: ${JSON.stringify(data)}\n\n`);
}

/** In this API, tools of servers are in a namespace, and a call names both. */
function openaiResponses(response, _body, call) {
  const send = events(response);
  const emit = (type, data) => send({ type, ...data }, type);
  const content = [{ type: "output_text", text: "ok", annotations: [] }];
  const space = call?.namespace === undefined ? {} : { namespace: call.namespace };
  const item = call
    ? {
        type: "function_call",
        id: "fc_1",
        call_id: "call_1",
        name: call.tool,
        ...space,
        arguments: JSON.stringify(call.input),
      }
    : { type: "message", role: "assistant", id: "msg_1", content };
  const counts = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null };
  emit("response.created", { response: { id: "resp_1" } });
  emit("response.output_item.done", { output_index: 0, item });
  emit("response.completed", { response: { id: "resp_1", output: [item], usage: { ...counts, total_tokens: 2 } } });
  response.end();
}

function anthropic(response, body, call) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const head = { id: "msg_1", type: "message", role: "assistant", model: body.model, stop_sequence: null, usage };
  const block = call
    ? { type: "tool_use", id: "toolu_1", name: call.tool, input: call.input }
    : { type: "text", text: "ok" };
  const reason = call ? "tool_use" : "end_turn";
  if (!body.stream) {
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ ...head, content: [block], stop_reason: reason }));
  }
  const send = events(response);
  const emit = (type, data) => send({ type, ...data }, type);
  emit("message_start", { message: { ...head, content: [], stop_reason: null } });
  emit("content_block_start", { index: 0, content_block: call ? { ...block, input: {} } : { ...block, text: "" } });
  const delta = call
    ? { type: "input_json_delta", partial_json: JSON.stringify(call.input) }
    : { type: "text_delta", text: "ok" };
  emit("content_block_delta", { index: 0, delta });
  emit("content_block_stop", { index: 0 });
  emit("message_delta", { delta: { stop_reason: reason, stop_sequence: null }, usage });
  emit("message_stop", {});
  response.end();
}

function openaiChat(response, body, given = []) {
  const calls = [given].flat().map(({ tool, input }, index) => {
    return { index, id: `call_${index}`, type: "function", function: { name: tool, arguments: JSON.stringify(input) } };
  });
  const send = events(response);
  const head = { id: "c1", object: "chat.completion.chunk", created: 1, model: body.model };
  const part = (delta, finish_reason = null) => send({ ...head, choices: [{ index: 0, delta, finish_reason }] });
  if (calls.length > 0) part({ role: "assistant", tool_calls: calls });
  else part({ role: "assistant", content: "ok" });
  part({}, calls.length > 0 ? "tool_calls" : "stop");
  send({ ...head, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } });
  response.end("data: [DONE]\n\n");
}

function gemini(response, body, call) {
  const part = call ? { functionCall: { name: call.tool, args: call.input } } : { text: "ok" };
  const candidates = [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }];
  const counts = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  const answer = { candidates, usageMetadata: counts, modelVersion: body.model };
  events(response)(answer);
  response.end();
}

/** Returns every text in a body, at any depth, in order. */
export function textsOf(value) {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsOf);
}
