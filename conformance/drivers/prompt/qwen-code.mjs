// Drives Qwen Code: `qwen -p` with a chat API.
import { dirname, join } from "node:path";
import { pathOf } from "../../lib/peers.mjs";
import { cleanEnvironment, run, unescapeXml, unusable } from "../lib.mjs";
import { startModel, textsOf } from "./model.mjs";

export async function prompt({ call, ...given }) {
  const calls = call?.by === "model" ? () => [{ tool: "skill", input: { skill: call.skill } }] : undefined;
  const words = call?.by === "user" ? `/${call.skill} ${call.arguments ?? ""}`.trim() : "hi";
  const { requests, result } = await startQwen({ ...given, calls, words });
  if (requests.length === 0) throw unusable("qwen-code", result);
  const items = requests.flatMap(({ messages }) => textsOf(messages)).filter((text) => text.startsWith(ENVELOPE));
  return { entries: entriesOf(requests[0]), items: [...new Set(items)].map(withoutSentences) };
}

/**
 * Omits the text after the arguments: sentences about a private file of the session that also contains the arguments.
 */
function withoutSentences(text) {
  return text.replace(/^Important: .*$/m, "{words}").replace(/\n\nYour invocation arguments have been [\s\S]*$/, "");
}

const ENVELOPE = "Base directory for this skill: ";

/**
 * Returns the requests of a conversation, and how the program ended. `calls` returns the calls in the model's answer.
 */
export async function startQwen({ cwd, home, bin, timeout, environment, unprivileged, calls, words = "hi" }) {
  const server = await startModel(calls);
  const model = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "none", OPENAI_MODEL: "m" };
  const cache = join(dirname(bin), "..", "..", "cache");
  const quiet = { PATH: pathOf("qwen-code"), NODE_COMPILE_CACHE: cache, QWEN_TELEMETRY_ENABLED: "false" };
  const variables = cleanEnvironment(home, quiet, model, environment);
  const args = ["-p", words, "--auth-type", "openai", "--yolo"];
  const until = server.answered;
  const result = await run(bin, args, { cwd, timeout, until, unprivileged, environment: variables });
  server.close();
  return { requests: server.requests.filter(isMain), asked: server.requests.length > 0, result };
}

/**
 * Qwen Code's memory helper has a separate conversation with the model, without the tool for skills. If there are no
 * skills, the main conversation has no such tool, either.
 */
function isMain({ tools }) {
  return tools.some((tool) => tool.function.name === "skill");
}

const LIST = "<available_skills>\n";

/** Returns the entries of its lists, without the program's bundled skills. Commands have a separate list. */
export function entriesOf({ messages }) {
  const lists = textsOf(messages).filter((text) => text.includes(LIST));
  const entries = lists.flatMap((text) => {
    const list = text.slice(text.indexOf(LIST) + LIST.length, text.lastIndexOf("\n</available_skills>"));
    return list.split(/(?<=\n<\/skill>)\n(?=<skill>\n)/);
  });
  return entries.filter((entry) => entry.startsWith("<skill>") && !entry.includes("<location>\nbundled\n</location>"));
}

const ENTRY =
  /^<skill>\n<name>\n([\s\S]*?)\n<\/name>\n<description>\n([\s\S]*?)(?: \((?:project|user|extension)\))?\n<\/description>/;

/** Returns the name and the description of an entry. */
export function fieldsOf(entry) {
  const [, name = "", description = ""] = ENTRY.exec(entry) ?? [];
  return { name: unescapeXml(name), description: unescapeXml(description) };
}
