import { isAbsolute, resolve } from "node:path";
import type { HostProfile } from "../../../model/host-profile.ts";
import type { Habit, Machine, SettingsFile, ViewRoot } from "../host-view.ts";
import { settingsRoot } from "../steps/view-roots.ts";
import { isDenied, opencodePermissions } from "./opencode-permissions.ts";
import { opencodeSettingsFiles } from "./opencode-settings-files.ts";
import { at, hideFromModel, settingsFile, texts } from "./read-settings.ts";

/**
 * Applies `skills.paths` of OpenCode's merged configuration, where a later file replaces the whole list, and variables
 * that turn off other hosts' directories. Skills of `skills.urls` are read from the host's cache.
 */
export const opencodeSettings: Habit = {
  entries(entries, _profile, machine) {
    const permissions = opencodePermissions(machine);
    return entries.map((entry) => (isDenied(permissions, entry.name) ? hideFromModel(entry) : entry));
  },
  roots(roots, profile, machine) {
    const { environment, files, cwd } = machine;
    const { variables } = environment;
    const off = (name: string): boolean => /^(?:true|yes|on|1|y)$/.test(variables[name] ?? "");
    const external = off("OPENCODE_DISABLE_EXTERNAL_SKILLS");
    const claude = off("OPENCODE_DISABLE_CLAUDE_CODE_SKILLS") || off("OPENCODE_DISABLE_CLAUDE_CODE");
    const kept = roots.filter(({ template: { path } }) => {
      const isClaude = path.includes("/.claude/");
      return !(external && (isClaude || path.includes("/.agents/"))) && !(claude && isClaude);
    });
    const { paths, urls } = settingsOf(machine);
    const listed = paths.entries.map((entry) => {
      const path = entry.startsWith("~/") ? environment.home + entry.slice(1) : resolve(cwd, entry);
      const template = { scope: "extra", path: entry, walk: { hidden: false } } as const;
      return { ...settingsRoot(template, path, namerOf(entry, path, paths.from), profile, files), named: true };
    });
    return [...kept, ...listed, ...(urls.entries.length > 0 ? [fetched(urls.from, profile, machine)] : [])];
  },
};

/** In any file, a relative path means a directory of the current project. */
function namerOf(entry: string, path: string, from: SettingsFile): SettingsFile {
  if (from.namedBy === "project" || entry.startsWith("~/") || isAbsolute(entry)) return from;
  return { ...from, namedBy: "project", namedIn: path };
}

/** Returns the cached skills of `skills.urls`. The host fetches them again at every start. */
function fetched(from: SettingsFile, profile: HostProfile, { environment, files }: Machine): ViewRoot {
  const cache = environment.variables["XDG_CACHE_HOME"] || `${environment.home}/.cache`;
  const path = `${cache}/opencode/skills`;
  return settingsRoot({ scope: "extra", path: "skills.urls", walk: { hidden: false } }, path, from, profile, files);
}

/** Maximum entries of one list; the settings may be a stranger's. */
const MAX_LISTED = 1000;

interface Listed {
  readonly entries: readonly string[];
  readonly from: SettingsFile;
}

function settingsOf(machine: Machine): { paths: Listed; urls: Listed } {
  const nothing: Listed = { entries: [], from: settingsFile(machine.environment.home, "user") };
  const lists = { paths: nothing, urls: nothing };
  for (const file of opencodeSettingsFiles(machine)) {
    for (const key of ["paths", "urls"] as const) {
      const value = at(file.settings, `skills.${key}`);
      if (Array.isArray(value)) lists[key] = { entries: texts(value).slice(0, MAX_LISTED), from: file };
    }
  }
  return lists;
}
