// Qwen Code, asked by letting it talk to a model of ours: its first message lists every skill. Then the model calls each
// of them once, because only the answer says where a skill is.
import { unusable } from "./lib.mjs";
import { entriesOf, fieldsOf, startQwen } from "./prompt/qwen-code.mjs";

const MOST_CALLS = 60;
const FATAL = /Cannot read operator sandbox policy|Please fix the configuration file/;

/** What Qwen Code lists to the model in `cwd`. `trace: false` leaves the paths out: no skill is then called. */
export async function ask({ trace = true, ...given }) {
  const { requests, asked, result } = await startQwen({ ...given, calls: trace ? callAll : undefined });
  if (!asked && result.hung) return { skills: [], errors: [], hung: true };
  // With settings that do not parse it does not start.
  if (requests.length === 0 && (asked || FATAL.test(result.stderr))) return { skills: [], errors: [] };
  if (requests.length === 0) throw unusable("qwen-code", result);
  const places = placesIn(requests);
  const skills = namesIn(requests[0]).map(({ name, description }) => ({ name, description, path: places.get(name) }));
  return { skills, errors: [] };
}

function namesIn(body) {
  return entriesOf(body).map(fieldsOf);
}

function callAll(body) {
  const names = namesIn(body).map(({ name }) => name);
  return names.length > MOST_CALLS ? undefined : names.map((skill) => ({ tool: "skill", input: { skill } }));
}

/** The file of each skill that was called, by name. */
function placesIn(requests) {
  const messages = requests.flatMap((body) => body.messages);
  const calls = new Map(messages.flatMap(({ tool_calls = [] }) => tool_calls).map((each) => [each.id, each]));
  const places = new Map();
  for (const { role, tool_call_id, content } of messages) {
    const call = role === "tool" ? calls.get(tool_call_id) : undefined;
    const text = typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("");
    const [, directory] = /^Base directory for this skill: (.*)$/m.exec(text) ?? [];
    if (call && directory) places.set(JSON.parse(call.function.arguments).skill, `${directory}/SKILL.md`);
  }
  return places;
}
