// Drives Kimi Code: `kimi -p` with a chat API.
import { pathOf } from "../../lib/peers.mjs";
import { cleanEnvironment, run, unusable } from "../lib.mjs";
import { startModel, textsOf } from "./model.mjs";

export async function prompt({ call, ...given }) {
  const { first, last, result } = await startKimi({ ...given, call });
  if (!first) throw unusable("kimi-code", result);
  const items = textsOf(last.messages).filter((text) => text.includes("<skill-loaded "));
  return {
    entries: entriesOf(first),
    items: items.map((text) => text.replace(/^Skill tool loaded .*$|^The user .*$/m, "{words}")),
  };
}

/** Returns the first and the last request of a conversation, and how the program ended. */
export async function startKimi({ cwd, home, bin, timeout, environment, unprivileged, call }) {
  const server = await startModel(
    call?.by === "model" ? { tool: "Skill", input: { skill: call.skill, args: call.arguments } } : undefined,
  );
  const model = {
    KIMI_MODEL_NAME: "m",
    KIMI_MODEL_PROVIDER_TYPE: "openai",
    KIMI_MODEL_BASE_URL: `${server.url}/v1`,
    KIMI_MODEL_API_KEY: "none",
    KIMI_MODEL_MAX_CONTEXT_SIZE: "200000",
  };
  const quiet = { PATH: pathOf("kimi-code"), KIMI_CODE_NO_AUTO_UPDATE: "1", KIMI_DISABLE_TELEMETRY: "1" };
  const variables = cleanEnvironment(home, quiet, model, environment);
  const words = call?.by === "user" ? `/skill:${call.skill} ${call.arguments ?? ""}`.trim() : "hi";
  const result = await run(bin, ["-p", words], { cwd, timeout, unprivileged, environment: variables });
  server.close();
  return { first: server.requests[0], last: server.requests.at(-1), result };
}

const HEAD = "Current available skills:\n";

/** Returns the entries of the list, without the program's bundled skills. */
export function entriesOf({ messages }) {
  const text = textsOf(messages).find((each) => each.includes(HEAD)) ?? "";
  const list = text.slice(text.indexOf(HEAD) + HEAD.length);
  const entries = list.match(/^- [\s\S]*?\n {2}Path: .*$/gm) ?? [];
  return entries.filter((entry) => !/\n {2}Path: builtin:/.test(entry));
}
