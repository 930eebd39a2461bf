import { dirname, resolve } from "node:path";
import { isMap } from "../../../model/schema.ts";
import { parseJsonc } from "../../../model/text/data-formats/parse-jsonc.ts";
import { directoryAndParents, findMarkedDirectory } from "../../roots/templates.ts";
import type { Machine, SettingsFile } from "../host-view.ts";
import { followPath } from "../steps/walked-directory.ts";
import { readSettings, settingsFile, userSettingsFile } from "./read-settings.ts";

/** One file of the merged configuration, with its content. */
export interface OpencodeSettings extends SettingsFile {
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Returns every file of the merged configuration, lowest precedence first. */
export function opencodeSettingsFiles(machine: Machine): OpencodeSettings[] {
  const { environment, files, cwd } = machine;
  const { home, variables } = environment;
  const moved = variables["XDG_CONFIG_HOME"];
  const config = `${moved || `${home}/.config`}/opencode`;
  const worktree = findMarkedDirectory(cwd, [".git"], files, environment, "full");
  const chain = /^(?:true|1)$/.test(variables["OPENCODE_DISABLE_PROJECT_CONFIG"] ?? "")
    ? []
    : directoryAndParents(cwd, worktree, environment);
  const pair = (directory: string): string[] => [`${directory}/opencode.json`, `${directory}/opencode.jsonc`];
  const named = variables["OPENCODE_CONFIG"];
  const own = variables["OPENCODE_CONFIG_DIR"];
  const byUser = (path: string): SettingsFile => userSettingsFile(path, moved);
  const byProject = (path: string): SettingsFile => settingsFile(path, "project");
  const byVariable = (path: string): SettingsFile => ({
    ...settingsFile(path, "environment"),
    namedIn: dirname(followPath(path, files) ?? path),
  });
  const sources = [
    byUser(`${config}/config.json`),
    ...pair(config).map(byUser),
    ...(named ? [byVariable(resolve(cwd, named))] : []),
    ...[...chain].reverse().flatMap(pair).map(byProject),
    ...chain.flatMap((directory) => pair(`${directory}/.opencode`)).map(byProject),
    ...pair(`${home}/.opencode`).map((path) => settingsFile(path, "user")),
    ...(own ? pair(resolve(cwd, own)).map(byVariable) : []),
  ];
  const read = (file: SettingsFile): OpencodeSettings => ({ ...file, settings: readSettings(file, machine) });
  const content = parseJsonc(variables["OPENCODE_CONFIG_CONTENT"] ?? "");
  const inline = { path: "$OPENCODE_CONFIG_CONTENT", namedBy: "environment", namedIn: home } as const;
  return [
    ...sources.map(read),
    ...(isMap(content) ? [{ ...inline, settings: content }] : []),
    ...pair("/etc/opencode").map((path) => read(settingsFile(path, "admin"))),
  ];
}
