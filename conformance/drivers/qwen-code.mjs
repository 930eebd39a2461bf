// Drives Qwen Code with a fake model: its first message lists every skill. Then the fake model calls each skill once,
// because only the answer has the skill's path.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { unusable } from "./lib.mjs";
import { entriesOf, fieldsOf, startQwen } from "./prompt/qwen-code.mjs";

const MOST_CALLS = 60;
const FATAL =
  /Cannot read operator sandbox policy|Please fix the configuration file|Extension(?:StoreCorrupt|Conflict)Error/;

/**
 * Returns the skills that Qwen Code lists for the model in `cwd`. `trace: false` calls no skill, so paths are missing.
 */
export async function ask({ trace = true, ...given }) {
  const { requests, asked, result } = await withoutBundled(given, (environment) =>
    startQwen({ ...given, environment, calls: trace ? callAll : undefined }),
  );
  if (!asked && result.hung) return { skills: [], errors: [], hung: true };
  // Qwen Code does not start with settings or rules of extensions that it cannot parse.
  if (requests.length === 0 && (asked || FATAL.test(result.stderr))) return { skills: [], errors: [] };
  if (requests.length === 0) throw unusable("qwen-code", result);
  const places = placesIn(requests);
  const skills = namesIn(requests[0]).map(({ name, description }) => {
    const path = places.get(name);
    return { name, description, path: path && resolve(given.cwd, path) };
  });
  return { skills, errors: [] };
}

/**
 * The bundled skills take most of the list's characters, and a list that is too long has shorter descriptions. Settings
 * below all others hide the bundled skills, unless the case has settings of its own.
 */
async function withoutBundled({ project, home, environment }, start) {
  const files = [project, home].map((directory) => join(directory, ".qwen", "settings.json"));
  const hasSettings = files.some((path) => existsSync(path));
  if (hasSettings || Object.keys(environment).some((key) => key.startsWith("QWEN_"))) return start(environment);
  const own = mkdtempSync(join(tmpdir(), "skillwright-qwen-"));
  const path = join(own, "defaults.json");
  writeFileSync(path, JSON.stringify({ skills: { disabledLevels: ["bundled"] } }));
  try {
    return await start({ ...environment, QWEN_CODE_SYSTEM_DEFAULTS_PATH: path });
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function namesIn(body) {
  return entriesOf(body).map(fieldsOf);
}

function callAll(body) {
  const names = namesIn(body).map(({ name }) => name);
  return names.length > MOST_CALLS ? undefined : names.map((skill) => ({ tool: "skill", input: { skill } }));
}

/** Returns the file of each called skill, by name. */
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
