// Drives OpenCode with `opencode debug skill`. Load errors are only in its log.
import { cleanEnvironment, run, unusable } from "./lib.mjs";

const QUIET = {
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
  OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
  OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  OPENCODE_DISABLE_SHARE: "1",
};

/** Returns the skills that OpenCode lists in `cwd`, without its bundled ones. */
export async function ask({ cwd, home, bin, timeout, environment, unprivileged }) {
  const variables = cleanEnvironment(home, QUIET, environment);
  const args = ["debug", "skill", "--print-logs", "--log-level", "WARN"];
  const result = await run(bin, args, { cwd, timeout, unprivileged, environment: variables });
  if (result.hung) return { skills: [], errors: [], hung: true };
  let list;
  try {
    list = JSON.parse(result.stdout.slice(result.stdout.indexOf("[")));
  } catch {
    throw unusable("opencode", result);
  }
  const failed = result.stderr.split("\n").filter((line) => line.includes("failed to load skill"));
  return {
    skills: list
      .filter((skill) => skill.location !== "<built-in>")
      // The model does not see a skill without any description.
      .map(({ name, description, location }) => ({
        name,
        description,
        path: location,
        listed: description !== undefined,
      })),
    errors: failed.map((message) => ({ path: /skill=(\S+)/.exec(message)?.[1], message })),
  };
}
