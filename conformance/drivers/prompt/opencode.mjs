// Drives OpenCode: `opencode run` with a chat API.
import { existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { cleanEnvironment, run, unusable } from "../lib.mjs";
import { startModel, textsOf } from "./model.mjs";

const QUIET = {
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  OPENCODE_DISABLE_SHARE: "1",
};

/** OpenCode lists a sample of a skill's files. Which files it contains is not predictable. */
const SAMPLE = 10;

export async function prompt({ cwd, home, bin, timeout, environment, call }) {
  const server = await startModel(call?.by === "model" ? { tool: "skill", input: { name: call.skill } } : undefined);
  const config = JSON.stringify(configuration(`${server.url}/v1`, call));
  const PATH = [process.env.PATH, ...ripgrepOf(bin)].join(delimiter);
  const variables = cleanEnvironment(home, QUIET, { OPENCODE_CONFIG_CONTENT: config, PATH }, environment);
  const words = call?.by === "user" ? ["--command", call.skill, ...(call.arguments ?? "").split(" ")] : ["hi"];
  const args = ["run", "--model", "fake/m", ...words.filter(Boolean)];
  const result = await run(bin, args, { cwd, timeout, environment: variables });
  server.close();
  const [first] = server.requests;
  if (!first) throw unusable("opencode", result);
  const texts = textsOf(server.requests.at(-1).messages);
  const system = textsOf(first.messages).find((text) => text.includes("<available_skills>")) ?? "";
  const list = system.slice(system.indexOf("<available_skills>\n"), system.lastIndexOf("</available_skills>"));
  const entries = [...list.matchAll(/ {2}<skill>\n[\s\S]*?\n {2}<\/skill>(?=\n {2}<skill>\n|\n$)/g)].map(
    ([entry]) => entry,
  );
  const items = texts.filter((text) => /^<skill_content |\nBase directory for this skill: /.test(text));
  return {
    entries: entries.filter((entry) => !entry.includes("<location>&lt;built-in&gt;</location>")),
    items: items.map((text) =>
      withoutChance(text.replace(/^(?:Relative paths in this skill|Note: file list) .*$/gm, "{words}")),
    ),
  };
}

/** OpenCode lists files with `rg`, and would download it. Codex contains a copy. */
function ripgrepOf(bin) {
  const scope = join(dirname(bin), "..", "@openai");
  if (!existsSync(scope)) return [];
  return readdirSync(scope, { recursive: true })
    .filter((path) => /codex-path[/\\]rg$/.test(path))
    .map((path) => dirname(join(scope, path)));
}

function withoutChance(text) {
  const files = text.match(/^<file>.*<\/file>$/gm) ?? [];
  return files.length === SAMPLE ? text.replace(/^<file>.*<\/file>$/gm, "{file}") : text;
}

/** Returns the configuration without permissions, because permissions here would replace those of the tree. */
function configuration(baseURL, call) {
  const models = { m: { name: "m", limit: { context: 200_000, output: 8000 } } };
  const options = { baseURL, apiKey: "none" };
  return {
    provider: { fake: { npm: "@ai-sdk/openai-compatible", name: "fake", options, models } },
    model: "fake/m",
    small_model: "fake/m",
    autoupdate: false,
    share: "disabled",
    ...(call ? { permission: { skill: "allow" } } : {}),
  };
}
