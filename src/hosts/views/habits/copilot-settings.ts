import { isAbsolute, resolve } from "node:path";
import { isStringList } from "../../../model/schema.ts";
import { isInside } from "../../../model/text/is-inside.ts";
import { expandHome } from "../../roots/templates.ts";
import type { Habit, Machine, SettingsFile, ViewEntry, ViewRoot } from "../host-view.ts";
import { pluginName } from "../plugins/plugin.ts";
import { settingsRoot } from "../steps/view-roots.ts";
import { hideFromModel, readSettings, userSettingsFile } from "./read-settings.ts";

/**
 * Applies `disabledSkills`, `skillDirectories` and `ignoredSkillsLocations` of the user's settings. If several plugins
 * have a skill of the same name, each of these skills gets its plugin's name as a prefix.
 */
export const copilotSettings: Habit = {
  roots(roots, profile, machine) {
    const ignored = listIn(machine, "ignoredSkillsLocations")
      .map((path) => expandHome(path, machine.environment).replace(/(?<=.)\/+$/, ""))
      .filter((path) => isAbsolute(path));
    const kept = roots.filter(({ path }) => !ignored.some((each) => isInside(path, each)));
    const added = addedDirectories(machine).map(({ path, from }): ViewRoot => {
      const root = settingsRoot({ scope: "extra", path }, resolve(machine.cwd, path), from, profile, machine.files);
      return { ...root, named: true };
    });
    const last = kept.findLastIndex(({ scope, kind }) => scope === "user" && kind === "skills") + 1;
    return [...kept.slice(0, last), ...added, ...kept.slice(last)];
  },
  entries(entries, _profile, machine) {
    const disabled = new Set(listIn(machine, "disabledSkills"));
    const renamed = withPluginNames(entries);
    if (disabled.size === 0) return renamed;
    return renamed.map((entry, at) => {
      const isOff = disabled.has(entry.name) || disabled.has(entries[at]?.name ?? "");
      return isOff ? hideFromModel(entry) : entry;
    });
  },
};

/** Maximum entries of one list, because a stranger may have written the settings. */
const MAX_LISTED = 1000;

/** If an entry of a list is not text, the host ignores the whole list. */
function listIn(machine: Machine, key: string): string[] {
  const value = readSettings(settingsOf(machine), machine)[key];
  const isList = isStringList(value);
  return isList ? value.slice(0, MAX_LISTED) : [];
}

function settingsOf({ environment }: Machine): SettingsFile {
  const moved = environment.variables["COPILOT_HOME"];
  return userSettingsFile(`${moved || `${environment.home}/.copilot`}/settings.json`, moved);
}

/**
 * Returns the added directories. Directories from the environment variable come first. A relative path starts at the
 * current project.
 */
function addedDirectories(machine: Machine): { path: string; from: SettingsFile }[] {
  const { cwd, environment } = machine;
  const named = (environment.variables["COPILOT_SKILLS_DIRS"] ?? "").split(",").map((path) => path.trim());
  const variable: SettingsFile = { path: "$COPILOT_SKILLS_DIRS", namedBy: "environment", namedIn: environment.home };
  const settings = settingsOf(machine);
  return [
    ...named.slice(0, MAX_LISTED).map((path) => ({ path, from: variable })),
    ...listIn(machine, "skillDirectories").map((path) => ({ path, from: settings })),
  ]
    .filter(({ path }) => path !== "")
    .map(({ path, from }) => {
      if (isAbsolute(path)) return { path, from };
      return { path, from: { ...from, namedBy: "project", namedIn: resolve(cwd, path) } };
    });
}

/**
 * Adds the plugin's name to skills that several plugins have under the same name. A skill of the user or the project
 * still takes precedence over all plugins.
 */
function withPluginNames(entries: readonly ViewEntry[]): readonly ViewEntry[] {
  const isPlugins = ({ outcome, root }: ViewEntry): boolean =>
    outcome === "visible" && root.plugin !== undefined && root.kind === "skills";
  const taken = new Set(
    entries.filter(({ outcome, root }) => outcome === "visible" && root.plugin === undefined).map(({ name }) => name),
  );
  const owners = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (!isPlugins(entry) || taken.has(entry.name)) continue;
    owners.set(entry.name, (owners.get(entry.name) ?? new Set()).add(entry.root.plugin ?? ""));
  }
  return entries.map((entry) => {
    const isShared = isPlugins(entry) && (owners.get(entry.name)?.size ?? 0) > 1;
    return isShared ? { ...entry, name: `${pluginName(entry.root.plugin ?? "")}:${entry.name}` } : entry;
  });
}
