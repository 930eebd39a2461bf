// Drives Copilot CLI twice: `copilot skill list --json` returns the skills and their paths, and `copilot -p` sends the
// model's list to a fake model.
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { cleanEnvironment, run, unusable } from "./lib.mjs";
import { leavesOutNames, listed, namesIn, startCopilot } from "./prompt/copilot-cli.mjs";

/**
 * Returns Copilot CLI's skills in `cwd`. `listed: false` marks skills that the model's list omits. A long list has only
 * the names of its last skills.
 */
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
  const named = namesIn(first);
  const isOpen = leavesOutNames(first);
  return {
    skills: all
      .filter(({ source }) => source !== "builtin")
      .map(({ name, description, path }) => ({
        name,
        description,
        path: fileOf(path, name),
        listed: isOpen || named.includes(name) || shown.includes(JSON.stringify([name, description])),
      })),
    errors: [],
  };
}

/**
 * Copilot CLI prints only the directory of a skill or command. It does not print the file of a command with an unusual
 * name.
 */
function fileOf(directory, name) {
  const isCommand = directory.endsWith("/.claude/commands");
  const file = join(directory, isCommand ? `${name}.md` : "SKILL.md");
  return existsSync(file) ? file : undefined;
}

/** Copilot CLI unpacks itself at its first start. All runs share the unpacked files. */
export function quiet(bin) {
  const cache = join(dirname(bin), "..", "..", "cache");
  mkdirSync(cache, { recursive: true });
  return { COPILOT_OFFLINE: "true", COPILOT_ALLOW_ALL: "true", COPILOT_AUTO_UPDATE: "false", XDG_CACHE_HOME: cache };
}
