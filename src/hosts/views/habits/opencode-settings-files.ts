import { resolve } from "node:path";
import { parseJsonc } from "../../../model/text/jsonc.ts";
import { isMap } from "../../../model/values/is-map.ts";
import { findMarked, upwards } from "../../roots/templates.ts";
import type { Machine } from "../host-view.ts";
import { readSettings } from "./read-settings.ts";

/** Every file of the merged configuration, weakest first. */
export function opencodeSettingsFiles({ environment, files, cwd }: Machine): Readonly<Record<string, unknown>>[] {
  const { home, variables } = environment;
  const config = `${variables["XDG_CONFIG_HOME"] || `${home}/.config`}/opencode`;
  const worktree = findMarked(cwd, [".git"], files, environment, "full");
  const chain = /^(?:true|1)$/.test(variables["OPENCODE_DISABLE_PROJECT_CONFIG"] ?? "")
    ? []
    : upwards(cwd, worktree, environment);
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
  ];
  const content = parseJsonc(variables["OPENCODE_CONFIG_CONTENT"] ?? "");
  return [
    ...sources.map((source) => readSettings(source, files)),
    ...(isMap(content) ? [content] : []),
    ...pair("/etc/opencode").map((source) => readSettings(source, files)),
  ];
}
