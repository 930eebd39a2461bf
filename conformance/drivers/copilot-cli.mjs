// Copilot CLI, asked twice: `copilot skill list --json` says what it has and where, and `copilot -p` sends the list of the
// model to a model of ours.
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { cleanEnvironment, run, unusable } from "./lib.mjs";
import { listed, startCopilot } from "./prompt/copilot-cli.mjs";

/** What Copilot CLI has in `cwd`. `listed: false` is what the list of the model leaves out. */
export async function ask({ cwd, home, bin, timeout, environment, unprivileged }) {
  const variables = cleanEnvironment(home, quiet(bin), environment);
  const options = { cwd, timeout, unprivileged };
  const [list, { first, result }] = await Promise.all([
    run(bin, ["skill", "list", "--json"], { ...options, environment: variables }),
    startCopilot({ ...options, home, bin, environment }),
  ]);
  if (list.hung || result.hung) return { skills: [], errors: [], hung: true };
  let all;
  try {
    all = JSON.parse(list.stdout);
  } catch {
    throw unusable("copilot-cli", list);
  }
  if (!first) throw unusable("copilot-cli", result);
  const shown = listed(first).map(({ name, description }) => JSON.stringify([name, description]));
  return {
    skills: all
      .filter(({ source }) => source !== "builtin")
      .map(({ name, description, path }) => ({
        name,
        description,
        path: fileOf(path, name),
        listed: shown.includes(JSON.stringify([name, description])),
      })),
    errors: [],
  };
}

/** It names the directory, of a skill as of a command; which file of it a command with an odd name is, it does not say. */
function fileOf(directory, name) {
  const isCommand = directory.endsWith("/.claude/commands");
  const file = join(directory, isCommand ? `${name}.md` : "SKILL.md");
  return existsSync(file) ? file : undefined;
}

/** It unpacks itself at its first start; this keeps what it unpacked for all runs. */
export function quiet(bin) {
  const cache = join(dirname(bin), "..", "..", "cache");
  mkdirSync(cache, { recursive: true });
  return { COPILOT_OFFLINE: "true", COPILOT_ALLOW_ALL: "true", COPILOT_AUTO_UPDATE: "false", XDG_CACHE_HOME: cache };
}
