import { resolve } from "node:path";
import { findMarked, upwards } from "../../roots/templates.ts";
import type { Habit, Machine } from "../host-view.ts";
import { viewRoot } from "../view-roots.ts";
import { at, readSettings } from "./read-settings.ts";

/**
 * `skills.paths` of OpenCode's merged configuration, where a later file replaces the whole list, and the variables that
 * switch other hosts' directories off. `skills.urls` needs the network; its cache counts for nothing without it.
 */
export const opencodeSettings: Habit = {
  roots(roots, profile, machine) {
    const { environment, files, cwd } = machine;
    const { variables } = environment;
    const off = (name: string): boolean => /^(?:true|yes|on|1|y)$/i.test(variables[name] ?? "");
    const external = off("OPENCODE_DISABLE_EXTERNAL_SKILLS");
    const claude = off("OPENCODE_DISABLE_CLAUDE_CODE_SKILLS") || off("OPENCODE_DISABLE_CLAUDE_CODE");
    const kept = roots.filter(({ template: { path } }) => {
      const isClaude = path.includes("/.claude/");
      return !(external && (isClaude || path.includes("/.agents/"))) && !(claude && isClaude);
    });
    const listed = skillPaths(machine).map((entry) => {
      const path = entry.startsWith("~/") ? environment.home + entry.slice(1) : resolve(cwd, entry);
      return viewRoot({ scope: "extra", path: entry, walk: { hidden: false } }, path, path, "", profile, files);
    });
    return [...kept, ...listed];
  },
};

function skillPaths({ environment, files, cwd }: Machine): string[] {
  const { home, variables } = environment;
  const config = `${variables["XDG_CONFIG_HOME"] || `${home}/.config`}/opencode`;
  const worktree = findMarked(cwd, [".git"], files, environment, "full");
  const chain = upwards(cwd, worktree, environment);
  const pair = (directory: string): string[] => [`${directory}/opencode.json`, `${directory}/opencode.jsonc`];
  const named = variables["OPENCODE_CONFIG"];
  const own = variables["OPENCODE_CONFIG_DIR"];
  const sources = [
    `${config}/config.json`,
    ...pair(config),
    ...(named ? [resolve(cwd, named)] : []),
    ...[...chain].reverse().flatMap(pair),
    ...chain.flatMap((directory) => pair(`${directory}/.opencode`)),
    ...pair(`${home}/.opencode`),
    ...(own ? pair(resolve(cwd, own)) : []),
    ...pair("/etc/opencode"),
  ];
  let paths: string[] = [];
  for (const source of sources) {
    const value = at(readSettings(source, files), "skills.paths");
    if (Array.isArray(value)) paths = value.filter((each): each is string => typeof each === "string");
  }
  return paths;
}
