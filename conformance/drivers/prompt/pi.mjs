// Drives pi: `pi -p` with a chat API.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathOf } from "../../lib/peers.mjs";
import { cleanEnvironment, run, unusable } from "../lib.mjs";
import { startModel, textsOf } from "./model.mjs";

/** In pi, only the user calls a skill. The model reads the skill's file instead. */
export async function prompt({ cwd, home, bin, timeout, environment, call }) {
  if (call?.by === "model") return undefined;
  const say = call ? `/skill:${call.skill} ${call.arguments ?? ""}`.trim() : "hi";
  const server = await startModel();
  configure(home, cwd, `${server.url}/v1`);
  const variables = cleanEnvironment(home, { PATH: pathOf("pi"), PI_OFFLINE: "1" }, environment);
  const args = ["--provider", "fake", "--model", "m", "--no-session", "-p", say];
  const result = await run(bin, args, { cwd, timeout, environment: variables });
  server.close();
  const [first] = server.requests;
  if (!first) throw unusable("pi", result);
  const texts = textsOf(first.messages);
  const system = texts.find((text) => text.includes("<available_skills>")) ?? "";
  const list = system.slice(system.indexOf("<available_skills>\n"), system.lastIndexOf("</available_skills>"));
  return {
    entries: [...list.matchAll(/ {2}<skill>\n[\s\S]*?\n {2}<\/skill>(?=\n)/g)].map(([entry]) => entry),
    items: texts
      .filter((text) => text.startsWith("<skill name="))
      .map((text) => text.replace(/^References are relative to .*$/m, "{words}")),
  };
}

function configure(home, cwd, baseUrl) {
  const directory = join(home, ".pi", "agent");
  mkdirSync(directory, { recursive: true });
  const models = [{ id: "m", name: "m", contextWindow: 200_000, maxTokens: 8000, input: ["text"], reasoning: false }];
  const fake = { baseUrl, apiKey: "none", api: "openai-completions", models };
  writeFileSync(join(directory, "models.json"), JSON.stringify({ providers: { fake } }));
  // A tree may contain its own trust setting for the project.
  const trust = join(directory, "trust.json");
  if (!existsSync(trust)) writeFileSync(trust, JSON.stringify({ [cwd]: true }));
}
