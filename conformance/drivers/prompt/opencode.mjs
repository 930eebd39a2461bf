// OpenCode: `opencode run` against a chat API.
import { cleanEnvironment, run, unusable } from "../lib.mjs";
import { startModel, textsOf } from "./model.mjs";

const QUIET = {
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  OPENCODE_DISABLE_SHARE: "1",
};

export async function prompt({ cwd, home, bin, timeout, environment, say = "hi", command, call, window = 200_000 }) {
  const server = await startModel(call && { tool: "skill", input: { name: call.name } });
  const config = JSON.stringify(configuration(`${server.url}/v1`, window));
  const variables = cleanEnvironment(home, QUIET, { OPENCODE_CONFIG_CONTENT: config }, environment);
  const args = ["run", "--model", "fake/m", ...(command ? ["--command", command] : []), say];
  const result = await run(bin, args, { cwd, timeout, environment: variables });
  server.close();
  const [first] = server.requests;
  if (!first) throw unusable("opencode", result);
  const texts = textsOf(server.requests.at(-1).messages);
  const system = textsOf(first.messages).find((text) => text.includes("<available_skills>")) ?? "";
  const list = system.slice(system.indexOf("<available_skills>\n"), system.lastIndexOf("</available_skills>"));
  return {
    entries: [...list.matchAll(/ {2}<skill>\n[\s\S]*?\n {2}<\/skill>(?=\n {2}<skill>\n|\n$)/g)].map(([entry]) => entry),
    items: texts.filter(
      (text) => text.startsWith("<skill_content ") || text.includes("\nBase directory for this skill: "),
    ),
  };
}

function configuration(baseURL, context) {
  const models = { m: { name: "m", limit: { context, output: 8000 } } };
  const options = { baseURL, apiKey: "none" };
  return {
    provider: { fake: { npm: "@ai-sdk/openai-compatible", name: "fake", options, models } },
    model: "fake/m",
    small_model: "fake/m",
    autoupdate: false,
    share: "disabled",
    permission: { skill: "allow" },
  };
}
