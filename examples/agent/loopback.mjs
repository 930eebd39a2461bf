// Code that every agent for a Chat Completions server has: sending a request, and converting messages. Also a server on
// this machine whose model needs no network. The model loads the first skill of the catalog whose description contains
// a word of the question, and then says how many messages it has read.
import { createServer } from "node:http";

export const toMessage = ({ role, text }) => ({ role, content: text });

export async function chat(url, messages, tools) {
  const functions = tools.map(({ name, description, jsonSchema: parameters }) => ({ name, description, parameters }));
  const body = { model: "mock", messages, tools: functions.map((each) => ({ type: "function", function: each })) };
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
  return (await response.json()).choices[0].message;
}

export async function answer({ id, function: call }, tools) {
  const { content } = await tools.find(({ name }) => name === call.name).execute(call.arguments);
  return { role: "tool", tool_call_id: id, content };
}

export async function startModel(port = 0) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    requests.push(JSON.parse(body));
    const message = reply(requests.at(-1));
    if (requests.at(-1).stream) response.end(streamed(message));
    else response.end(JSON.stringify({ choices: [{ message }] }));
  });
  await new Promise((ready) => server.listen(port, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${server.address().port}/v1/chat/completions`;
  return { url, requests, stop: () => server.close().closeAllConnections() };
}

// Streams the same answer in pieces, for programs that show a text before it is complete.
function streamed({ content, tool_calls: calls }) {
  const pieces = content.split(/(?<= )/).map((piece) => ({ content: piece }));
  if (calls) pieces.push({ tool_calls: calls.map((call, index) => ({ index, ...call })) });
  const chunks = pieces.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] }));
  chunks.push({ choices: [{ index: 0, delta: {}, finish_reason: calls ? "tool_calls" : "stop" }] });
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
}

function reply({ messages, tools }) {
  const last = messages.at(-1);
  const name = last.role === "user" ? wanted(last.content, messages[0].content) : undefined;
  if (name === undefined) return { role: "assistant", content: `read ${messages.length} messages` };
  const tool = tools.find((each) => each.function.name === "skill") ?? tools[0];
  const call = { name: tool.function.name, arguments: JSON.stringify({ name }) };
  const calls = [{ id: `call-${messages.length}`, type: "function", function: call }];
  return { role: "assistant", content: "", tool_calls: calls };
}

function wanted(question, catalog) {
  const words = question.toLowerCase().match(/\w{5,}/g) ?? [];
  const skills = [...catalog.matchAll(/<name>([^<]+)<\/name>\s*<description>([^<]+)/g)];
  return skills.find(([, , description]) => words.some((word) => description.toLowerCase().includes(word)))?.[1];
}
