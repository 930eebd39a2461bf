// Drives Gemini CLI: `gemini -p` with a Gemini API, in a trusted folder.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment, run, unusable } from "../lib.mjs";
import { startModel, textsOf } from "./model.mjs";

/** The order of the list depends on timing. */
export const unordered = true;

/** The model calls a skill, because the effect of the user's command is visible only on a screen. */
export async function prompt({ cwd, home, bin, timeout, environment, call }) {
  if (call?.by === "user") return undefined;
  const server = await startModel(call && { tool: "activate_skill", input: { name: call.skill } });
  configure(home);
  const address = { GOOGLE_GEMINI_BASE_URL: server.url, GEMINI_API_KEY: "none", GEMINI_CLI_NO_RELAUNCH: "1" };
  const variables = cleanEnvironment(home, address, environment);
  const args = ["--model", "gemini-2.5-flash", "--approval-mode", "yolo", "-p", "hi"];
  const result = await run(bin, args, { cwd, timeout, environment: variables });
  server.close();
  const [first] = server.requests;
  if (!first) throw unusable("gemini-cli", result);
  const system = textsOf(first.systemInstruction).join("\n");
  const list = system.slice(system.indexOf("<available_skills>\n"), system.lastIndexOf("</available_skills>"));
  const entries = [...list.matchAll(/ {2}<skill>\n[\s\S]*?\n {2}<\/skill>(?=\n)/g)].map(([entry]) => entry);
  const items = textsOf(server.requests.at(-1).contents).filter((text) => text.startsWith("<activated_skill "));
  return {
    entries: entries.filter((entry) => !/<location>.*\/bundle\/builtin\//.test(entry)),
    items: items.map((text) => text.replace(/^ {4}Showing up to .*$/gm, "{words}")),
  };
}

function configure(home) {
  const file = join(home, ".gemini", "settings.json");
  const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  mkdirSync(join(home, ".gemini"), { recursive: true });
  const security = { ...before.security, folderTrust: { enabled: false }, auth: { selectedType: "gemini-api-key" } };
  const silence = { privacy: { usageStatisticsEnabled: false }, telemetry: { enabled: false } };
  writeFileSync(file, JSON.stringify({ ...before, ...silence, security }));
}
