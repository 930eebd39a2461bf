// Drives Copilot CLI: `copilot -p` with a chat API.
import { quiet } from "../copilot-cli.mjs";
import { cleanEnvironment, run, unescapeXml, unusable } from "../lib.mjs";
import { startModel, textsOf } from "./model.mjs";

/** The model calls a skill, because `-p` has no slash commands. */
export async function prompt({ call, ...given }) {
  if (call?.by === "user") return undefined;
  const { first, last, result } = await startCopilot({ ...given, call });
  if (!first) throw unusable("copilot-cli", result);
  const items = textsOf(last.messages)
    .filter((text) => text.startsWith("<skill-context "))
    .map((text) => text.replace(/^Related files .*$/m, "{words}"));
  return { entries: [...listed(first).map(({ entry }) => entry), ...namesIn(first).map(elementOf)], items };
}

/** Returns the first and the last request of a conversation, and how the program ended. */
export async function startCopilot({ cwd, home, bin, timeout, environment, unprivileged, call }) {
  const server = await startModel(call && { tool: "skill", input: { skill: call.skill } });
  const provider = {
    COPILOT_PROVIDER_BASE_URL: `${server.url}/v1`,
    COPILOT_PROVIDER_TYPE: "openai",
    COPILOT_PROVIDER_API_KEY: "none",
    COPILOT_MODEL: "gpt-5",
  };
  const variables = cleanEnvironment(home, quiet(bin), provider, environment);
  const args = ["-p", "hi", "--allow-all-tools"];
  const result = await run(bin, args, { cwd, timeout, unprivileged, environment: variables });
  server.close();
  return { first: server.requests[0], last: server.requests.at(-1), result };
}

const ENTRY =
  / *<skill>\n *<name>([\s\S]*?)<\/name>\n *<description>([\s\S]*?)<\/description>\n *<location>([\s\S]*?)<\/location>\n *<\/skill>/g;

/** Returns the entries of the list, without the program's bundled skills. */
export function listed(request) {
  const list = listIn(request);
  return [...list.matchAll(ENTRY)]
    .filter(([, , , location]) => location !== "builtin")
    .map(([entry, name, description]) => ({ entry, name: unescapeXml(name), description: unescapeXml(description) }));
}

const NAMES = /^Additional skills available \(invoke by name\): (.*)$/m;
const BUNDLED = ["customize-cloud-agent", "github-pr-media"];

/** Skillwright lists a skill without a description as an element, because a name could contain a comma. */
function elementOf(name) {
  return `<skill> <name>${name}</name> </skill>`;
}

/** Matches the end of a list from which some names are left out. */
const MORE = /\.\.\. and \d+ more$/;

/** Returns the names after the entries: the skills for which the list has no room. */
export function namesIn(request) {
  const [, names] = NAMES.exec(listIn(request)) ?? [];
  return (names?.replace(MORE, "").split(", ") ?? []).filter((name) => !BUNDLED.includes(name));
}

/** Returns true if the list has no room even for all names. Then it does not show which skills are hidden. */
export function leavesOutNames(request) {
  return MORE.test(NAMES.exec(listIn(request))?.[1] ?? "");
}

function listIn({ messages }) {
  const text = textsOf(messages).find((each) => each.includes("<available_skills>")) ?? "";
  return text.slice(text.indexOf("<available_skills>\n"), text.lastIndexOf("</available_skills>"));
}
