// Drives Cline: `cline PROMPT` with a chat API.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnvironment, run, unusable } from "../lib.mjs";
import { startModel, textsOf } from "./model.mjs";

export async function prompt({ call, ...given }) {
  const args = call?.arguments ?? null;
  const calls = call?.by === "model" ? () => [{ tool: "skills", input: { skill: call.skill, args } }] : undefined;
  // Cline treats a prompt without a space as one of its own commands.
  const words = call?.by === "user" ? `/${call.skill} ${call.arguments ?? ""}` : "say hi";
  const { requests, result } = await startCline({ ...given, calls, words });
  if (requests.length === 0) throw unusable("cline", result);
  const items = requests.flatMap(({ messages }) => textsOf(messages)).filter((text) => text.startsWith(ENVELOPE));
  return { entries: piecesOf(requests[0]), items: [...new Set(items)] };
}

const ENVELOPE = "<command-name>";
/** Cline lists skills in the order of the file system, so the order is not compared. */
export const unordered = true;

/**
 * Returns the requests of a conversation, and how the program ended. `calls` returns the calls in the model's answer.
 */
export async function startCline({ cwd, home, bin, timeout, environment, unprivileged, calls, words = "say hi" }) {
  const server = await startModel(calls);
  const own = mkdtempSync(join(tmpdir(), "skillwright-cline-"));
  const settings = join(own, "providers.json");
  writeFileSync(settings, JSON.stringify(providers(`${server.url}/v1`)));
  // In its local mode, Cline leaves no process behind.
  const quiet = { CLINE_PROVIDER_SETTINGS_PATH: settings, CLINE_SESSION_BACKEND_MODE: "local", CLINE_DATA_DIR: own };
  const variables = cleanEnvironment(home, quiet, environment);
  const until = server.answered;
  const result = await run(bin, [words], { cwd, timeout, until, unprivileged, environment: variables });
  server.close();
  rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  return { requests: server.requests, result };
}

function providers(baseUrl) {
  const settings = { provider: "openai-compatible", apiKey: "none", model: "m", baseUrl };
  const own = { settings, updatedAt: "2026-01-01T00:00:00.000Z", tokenSource: "manual" };
  return { version: 1, lastUsedProvider: "openai-compatible", modes: {}, providers: { "openai-compatible": own } };
}

/** Returns the names of the list, split at each comma. A name may contain commas. */
export function piecesOf({ tools }) {
  const { description = "" } = tools.find((tool) => tool.function.name === "skills")?.function ?? {};
  const [, list = ""] = /Available skills: ([\s\S]*)\.$/.exec(description) ?? [];
  return list === "" ? [] : list.split(", ");
}
