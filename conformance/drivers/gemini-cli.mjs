// Drives Gemini CLI with `gemini skills list` in a trusted folder.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment, run, unusable } from "./lib.mjs";

// An entry ends where the next one starts. A name may be empty, or have several lines like a description.
const ENTRY = /([\s\S]*?) \[(Enabled|Disabled)\]\n {2}Description: ([\s\S]*?)\n {2}Location: {4}(\/.*)\n\n/gy;

/** Returns the skills that Gemini CLI discovers in `cwd`, without its bundled ones. */
export async function ask({ cwd, home, bin, timeout, environment, unprivileged }) {
  trustFolders(environment?.HOME ?? home);
  const variables = cleanEnvironment(home, { GEMINI_CLI_NO_RELAUNCH: "1" }, environment);
  const result = await run(bin, ["skills", "list"], { cwd, timeout, unprivileged, environment: variables });
  if (result.hung) return { skills: [], errors: [], hung: true };
  // Gemini CLI does not start if two extensions have the same name.
  if (/Extension with name \S+ already was loaded/.test(result.stderr)) return { skills: [], errors: [] };
  const output = [result.stdout, result.stderr].find((text) => /^(No skills d|Discovered Agent S)/m.test(text));
  if (output === undefined) throw unusable("gemini-cli", result);
  const list = output.slice(output.search(/^(No skills d|Discovered Agent S)/m)).replace(/^.*\n\n?/, "");
  const skills = [...list.matchAll(ENTRY)].map(([, name, status, description, path]) => ({
    name,
    description,
    path,
    listed: status === "Enabled",
  }));
  const failed = result.stderr.split("\n").filter((line) => line.includes("Error parsing skill file"));
  return { skills, errors: failed.map((message) => ({ path: /file (\/.*?): /.exec(message)?.[1], message })) };
}

/** Marks folders as trusted. Otherwise Gemini CLI does not read their skills. */
function trustFolders(home) {
  const file = join(home, ".gemini", "settings.json");
  const settings = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  mkdirSync(join(home, ".gemini"), { recursive: true });
  const security = { ...settings.security, folderTrust: { enabled: false } };
  const silence = { privacy: { usageStatisticsEnabled: false }, telemetry: { enabled: false } };
  writeFileSync(file, JSON.stringify({ ...settings, ...silence, security }));
}
