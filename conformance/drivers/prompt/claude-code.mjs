// Drives Claude Code: `claude -p` with a Messages API, without its bundled skills.
import { cleanEnvironment, run, unusable } from "../lib.mjs";
import { startModel, textsOf } from "./model.mjs";

const QUIET = {
  ANTHROPIC_API_KEY: "none",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  CLAUDE_CODE_DISABLE_BUNDLED_SKILLS: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_ERROR_REPORTING: "1",
  IS_SANDBOX: "1",
};
const HEAD = "skills are available for use with the Skill tool:\n\n";

export async function prompt({ cwd, home, bin, timeout, environment, call, given: { model } = {} }) {
  const input = { skill: call?.skill, args: call?.arguments };
  const server = await startModel(call?.by === "model" ? { tool: "Skill", input } : undefined);
  const say = call?.by === "user" ? `/${call.skill} ${call.arguments ?? ""}`.trim() : "hi";
  const variables = cleanEnvironment(home, QUIET, { ANTHROPIC_BASE_URL: server.url }, environment);
  const args = ["-p", say, "--allowedTools", "Skill", ...(model ? ["--model", model] : [])];
  const result = await run(bin, args, { cwd, timeout, environment: variables });
  server.close();
  const [first] = server.requests;
  if (!first) throw unusable("claude-code", result);
  const list = textsOf([first.system, first.messages]).find((text) => text.includes(HEAD)) ?? HEAD;
  return {
    entries: entriesOf(list.slice(list.indexOf(HEAD) + HEAD.length)).filter((entry) => !BUNDLED.test(entry)),
    items: textsOf(server.requests.at(-1).messages).filter((text) =>
      text.startsWith("Base directory for this skill: "),
    ),
  };
}

/** Newer versions list this skill even if bundled skills are disabled. */
const BUNDLED = /^- plugin-authoring\b/;

function entriesOf(list) {
  const lines = list.replace(/\n*<\/system-reminder>[\s\S]*$/, "");
  return lines === "" ? [] : lines.split(/\n(?=- )/);
}
