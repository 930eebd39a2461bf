// Drives Codex: `codex exec` with a Responses API. Its bundled skills are disabled.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment, run, unusable } from "../lib.mjs";
import { startModel, textsOf } from "./model.mjs";

/** In Codex, only the user calls a skill. The model reads the skill's file instead. */
export async function prompt({ cwd, home, bin, timeout, environment, call, given: { window, model = "gpt-5" } = {} }) {
  if (call?.by === "model") return undefined;
  const say = call ? `use $${call.skill} now` : "hi";
  const server = await startModel();
  configure(home, cwd, { url: `${server.url}/v1`, window, model });
  const variables = cleanEnvironment(home, { RUST_LOG: "error", FAKE_KEY: "none" }, environment);
  const args = ["exec", "--skip-git-repo-check", "--sandbox", "read-only", "--json", say];
  const result = await run(bin, args, { cwd, timeout, environment: variables });
  server.close();
  const first = server.requests[0];
  if (!first) throw unusable("codex", result);
  const texts = textsOf(first.input);
  const section = texts.find((text) => text.includes("<skills_instructions>")) ?? "";
  const lines = section.split("\n");
  return {
    roots: lines.filter((line) => /^- `r\d+` = `/.test(line)),
    entries: lines.slice(lines.indexOf("### Available skills") + 1).filter((line) => /^- .*\(file: /.test(line)),
    items: texts.filter((text) => text.startsWith("<skill>")),
  };
}

function configure(home, cwd, { url, window, model }) {
  const file = join(home, ".codex", "config.toml");
  mkdirSync(join(home, ".codex"), { recursive: true });
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines = [
    `model = ${JSON.stringify(model)}`,
    'model_provider = "fake"',
    "check_for_update_on_startup = false",
    ...(window === undefined ? [] : [`model_context_window = ${window}`]),
    before,
    "[analytics]",
    "enabled = false",
    "[feedback]",
    "enabled = false",
    "[skills.bundled]",
    "enabled = false",
    "[model_providers.fake]",
    'name = "fake"',
    `base_url = ${JSON.stringify(url)}`,
    'wire_api = "responses"',
    'env_key = "FAKE_KEY"',
    "request_max_retries = 0",
    "stream_max_retries = 0",
    "supports_websockets = false",
    // A tree may contain its own trust setting for the project.
    ...(before.includes("[projects.") ? [] : [`[projects.${JSON.stringify(cwd)}]`, 'trust_level = "trusted"']),
    "",
  ];
  writeFileSync(file, lines.join("\n"));
}
