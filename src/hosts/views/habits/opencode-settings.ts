import { isAbsolute, resolve } from "node:path";
import type { HostProfile } from "../../../model/host-profile.ts";
import { stringsIn } from "../../../model/schema.ts";
import { pulledDirectory } from "../../roots/resolve-roots.ts";
import type { Habit, Machine, SettingsFile, ViewRoot } from "../host-view.ts";
import { settingsRoot } from "../steps/view-roots.ts";
import { isDenied, opencodePermissions } from "./opencode-permissions.ts";
import { opencodeSettingsFiles } from "./opencode-settings-files.ts";
import { hideFromModel, settingAt, settingsFile } from "./read-settings.ts";

/**
 * Applies OpenCode's merged configuration. A later file replaces the whole list `skills.paths`. Variables turn off
 * other hosts' directories. Skills of `skills.urls` are read from the directory into which `update --sites` downloaded
 * them, or from the host's cache.
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
    return [...kept, ...listed, ...fetchedRoots(urls, profile, machine)];
  },
  sites(machine) {
    const { entries, from } = settingsOf(machine).urls;
    return entries.map((url) => ({ url, from }));
  },
};

/**
 * Returns a settings file with the party that names a directory. A relative path starts at the current project, even in
 * the user's file, so the project is then treated as that party.
 */
function namerOf(entry: string, path: string, from: SettingsFile): SettingsFile {
  if (from.namedBy === "project" || entry.startsWith("~/") || isAbsolute(entry)) return from;
  return { ...from, namedBy: "project", namedIn: path };
}

/**
 * Returns the roots with the skills of `skills.urls`, which the host fetches at every start. The roots contain the
 * skills that `update --sites` fetched. The host's cache is added if the user did not fetch all of them.
 */
function fetchedRoots({ entries, from }: Listed, profile: HostProfile, { environment, files }: Machine): ViewRoot[] {
  const pulled = entries.map((url) => pulledDirectory(url, environment));
  const known = [...new Set(pulled)].filter((path) => path !== undefined && files.exists(path)) as string[];
  const template = { scope: "extra", path: "skills.urls", walk: { hidden: false } } as const;
  const rootAt = (path: string, namer: SettingsFile): ViewRoot => settingsRoot(template, path, namer, profile, files);
  const roots = known.map((path) => rootAt(path, from));
  if (pulled.every((path) => path !== undefined && known.includes(path))) return roots;
  const { XDG_CACHE_HOME: moved = "" } = environment.variables;
  if (!isAbsolute(moved)) return [...roots, rootAt(`${environment.home}/.cache/opencode/skills`, from)];
  // The root is treated as named by the variable, because the variable can lead into the project. Whether a root is
  // trusted depends on who named it.
  const namer: SettingsFile = from.namedBy === "user" ? { ...from, namedBy: "environment" } : from;
  return [...roots, rootAt(`${moved}/opencode/skills`, namer)];
}

/** Maximum entries of one list, because a stranger may have written the settings. */
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
      const value = settingAt(file.settings, `skills.${key}`);
      if (Array.isArray(value)) lists[key] = { entries: stringsIn(value).slice(0, MAX_LISTED), from: file };
    }
  }
  return lists;
}
