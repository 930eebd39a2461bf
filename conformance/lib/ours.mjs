// Gets Skillwright's own view with the command, as a user would.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cleanEnvironment, run } from "../drivers/lib.mjs";
import { hostOf, versionOf } from "./peers.mjs";

export const OURS = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "dist", "bin.cjs");

/** Returns an answer in the format of a driver, and `reported`: the files that are reported as not loaded. */
export async function askOurs({ host: target, cwd, home, timeout, environment, unprivileged }) {
  const host = hostOf(target);
  const args = [OURS, "list", "--all", "--host", atVersion(target), "--json", "--cwd", cwd];
  const own = mkdtempSync(join(tmpdir(), "skillwright-own-"));
  // Trusts the project, because a case tests the host and not our own trust.
  writeFileSync(join(own, "trust.json"), JSON.stringify({ schema: 1, folders: [dirname(home)] }));
  const variables = cleanEnvironment(home, environment, { SKILLWRIGHT_HOME: own });
  const result = await run(process.execPath, args, { cwd, timeout, unprivileged, environment: variables }).finally(() =>
    rmSync(own, { recursive: true, force: true }),
  );
  if (result.hung) return { skills: [], errors: [], hung: true };
  let view;
  try {
    view = JSON.parse(result.stdout);
  } catch {
    return { failed: (result.stderr || result.stdout).trim().slice(0, 300) };
  }
  const others = ["rejected", "overridden", "disabled", "ineligible"].flatMap((list) => view[list] ?? []);
  return {
    // These hosts show only the list. In a list, a description can be cut, or extended by `when_to_use`.
    skills: view.skills.map(({ name, shownName, description, shownDescription, path, offered, withheld }) => ({
      name: offered ? (shownName ?? name) : name,
      description: ["claude-code", "kimi-code", "qwen-code"].includes(host)
        ? (shownDescription ?? description)
        : description,
      path,
      // OpenCode's list includes skills that are denied to an agent.
      listed: offered || (host === "opencode" && withheld?.code === "SK738"),
    })),
    errors: others.map(({ path }) => ({ path })),
    overridden: (view.overridden ?? []).map(({ name, description, path }) => ({ name, description, path })),
  };
}

/** Returns the host name for `--host`, with the version of the program. */
export function atVersion(target) {
  const version = versionOf(target);
  return version === undefined ? target : `${hostOf(target)}@${version}`;
}
