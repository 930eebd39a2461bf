import { isAbsolute, resolve } from "node:path";
import { parse, TomlError } from "smol-toml";
import { isMap, stringsIn } from "../../../model/schema.ts";
import { findProjectRoot } from "../../roots/resolve-roots.ts";
import { expandHome } from "../../roots/templates.ts";
import type { Habit, Machine, SettingsFile, ViewRoot } from "../host-view.ts";
import { settingsRoot } from "../steps/view-roots.ts";
import { readHostSettings, userSettingsFile } from "./read-settings.ts";

/**
 * Adds `extra_skill_dirs` of the user's configuration after all other directories. A relative path starts at the
 * project's root.
 */
export const kimiSettings: Habit = {
  roots(roots, profile, machine) {
    const { environment, files, cwd } = machine;
    const moved = environment.variables["KIMI_CODE_HOME"];
    const file = userSettingsFile(`${moved || `${environment.home}/.kimi-code`}/config.toml`, moved);
    const project = findProjectRoot(cwd, profile.projectMarkers, files, environment);
    const added = extraDirectories(file, machine).map((written): ViewRoot => {
      const path = resolve(project, expandHome(written, environment));
      const isRelative = !isAbsolute(expandHome(written, environment));
      const from: SettingsFile = isRelative ? { ...file, namedBy: "project", namedIn: path } : file;
      return { ...settingsRoot({ scope: "extra", path: written }, path, from, profile, files), named: true };
    });
    return [...roots, ...added];
  },
};

/** Maximum entries of the list, because a stranger may have written the file. */
const MAX_LISTED = 1000;

function extraDirectories({ path }: SettingsFile, machine: Machine): string[] {
  try {
    const settings: unknown = parse(readHostSettings(path, machine) ?? "");
    return stringsIn(isMap(settings) ? settings["extra_skill_dirs"] : undefined).slice(0, MAX_LISTED);
  } catch (error) {
    if (error instanceof TomlError) return [];
    throw error;
  }
}
