import { dirname, resolve } from "node:path";
import type { HostProfile } from "../../../model/host-profile.ts";
import { stringsIn } from "../../../model/schema.ts";
import { isInside } from "../../../model/text/is-inside.ts";
import type { Habit, Machine, SettingsFile, ViewRoot } from "../host-view.ts";
import { pluginNamer } from "../plugins/plugin-roots.ts";
import { trustsFolder } from "../settings/trusts-folder.ts";
import { GlobMatcher } from "../steps/match-glob.ts";
import { settingsRoot } from "../steps/view-roots.ts";
import { type PiPackage, readPackages } from "./pi-packages.ts";
import { isFilteredOut, isPattern, isSwitchedOff, parsePiSwitch } from "./pi-switches.ts";
import {
  readSettings,
  rejectEntry,
  rejectUntrusted,
  settingAt,
  settingsFile,
  userSettingsFile,
} from "./read-settings.ts";

interface Settings {
  readonly file: SettingsFile;
  readonly base: string;
  readonly scope: "repo" | "user";
  readonly skills: readonly string[];
  readonly packages: readonly PiPackage[];
}

/**
 * Adds the directories under `skills` in pi's settings before the default directories, and the project's directories
 * before the user's. Entries with `!` or `-` remove skills of the same scope, and entries with `+` restore a skill.
 * Paths are relative to the settings file; for the skills in `.agents` they are relative to `.agents`.
 */
export const piSettings: Habit = habitWith({ isNew: true });

/**
 * Applies the rules of versions before 0.87.1: no folder needs trust, and all entries are relative to the settings
 * file.
 */
export const olderPiSettings: Habit = habitWith({ isNew: false });

function habitWith({ isNew }: { isNew: boolean }): Habit {
  const settingsOf = (profile: HostProfile, machine: Machine): Settings[] =>
    readAll(machine).filter(({ scope }) => scope === "user" || !isNew || trustsFolder(profile, machine));
  return {
    roots(roots, profile, machine) {
      const { environment, files } = machine;
      const listed = ({ file: from, base, scope, skills }: Settings): ViewRoot[] =>
        skills
          .filter((entry) => !isPattern(entry))
          .map((entry) => {
            const home = environment.home + entry.slice(1).replace(/^(?=[^/])/, "/");
            const path = entry.startsWith("~") ? home : resolve(base, entry);
            const file = path.endsWith("/SKILL.md");
            const walk = file ? ({ depth: 0, atRoot: "alone" } as const) : { flat: true };
            const place = file ? dirname(path) : path;
            return { ...settingsRoot({ scope, path: entry, walk }, place, from, profile, files), named: true };
          });
      const settings = settingsOf(profile, machine);
      const of = (wanted: Settings["scope"]): ViewRoot[] =>
        settings.filter(({ scope }) => scope === wanted).flatMap(listed);
      const [project, user] = [of("repo"), of("user")];
      const packages = packagesOf(settings).flatMap((each) => packageRoots(each, profile, machine));
      if (project.length === 0 && user.length === 0 && packages.length === 0) return roots;
      const firstUser = roots.findIndex((root) => root.scope === "user");
      const split = firstUser === -1 ? roots.length : firstUser;
      return [...project, ...roots.slice(0, split), ...user, ...roots.slice(split), ...packages];
    },
    entries(entries, profile, machine) {
      const settings = settingsOf(profile, machine);
      const isTrusted = !isNew || trustsFolder(profile, machine);
      const filters = settings
        .filter((each) => each.skills.some(isPattern))
        .map(({ base, scope, skills }) => ({ base, scope, switches: skills.flatMap(parsePiSwitch) }));
      const packages = packagesOf(settings);
      if (isTrusted && filters.length === 0 && packages.length === 0) return entries;
      const matcher = new GlobMatcher();
      return entries.map((entry) => {
        if (!isTrusted && entry.root.template.trusted) return rejectUntrusted(entry);
        const from = packages.find(({ directory }) => isInside(entry.root.path, directory));
        // Only the package's own filter selects its skills. The patterns beside `packages` do not apply to these
        // skills.
        if (from)
          return from.filter && isFilteredOut(entry, from.directory, from.filter, matcher) ? rejectEntry(entry) : entry;
        const filter = filters.find((each) => each.scope === entry.root.scope);
        const base = isNew && entry.root.path.endsWith("/.agents/skills") ? dirname(entry.root.path) : filter?.base;
        const out = filter && base !== undefined && isSwitchedOff(entry, base, filter.switches, matcher);
        return out ? rejectEntry(entry) : entry;
      });
    },
  };
}

/** Maximum entries of one list, because a stranger may have written the settings. */
const MAX_LISTED = 1000;

function readAll(machine: Machine): Settings[] {
  const { environment, cwd } = machine;
  const moved = environment.variables["PI_CODING_AGENT_DIR"];
  const read = (file: SettingsFile, scope: Settings["scope"]): Settings => {
    const { skills, packages } = readSettings(file, machine);
    const base = dirname(file.path);
    return {
      file,
      base,
      scope,
      skills: stringsIn(skills).slice(0, MAX_LISTED),
      packages: readPackages(packages, base),
    };
  };
  return [
    read(settingsFile(`${cwd}/.pi/settings.json`, "project"), "repo"),
    read(userSettingsFile(`${moved || `${environment.home}/.pi/agent`}/settings.json`, moved), "user"),
  ];
}

/** Returns the packages of both files. The project's entry for a package replaces the user's. */
function packagesOf(settings: readonly Settings[]): (PiPackage & Pick<Settings, "file" | "scope">)[] {
  const all = settings.flatMap(({ file, scope, packages }) => packages.map((each) => ({ ...each, file, scope })));
  return all.filter((each, at) => all.findIndex(({ id }) => id === each.id) === at);
}

/**
 * Returns the roots of a package: its directory `skills`, or the directories that `pi.skills` of its package.json
 * lists.
 */
function packageRoots(
  { directory, file, scope }: PiPackage & Pick<Settings, "file" | "scope">,
  profile: HostProfile,
  machine: Machine,
): ViewRoot[] {
  const namer = { ...file, ...pluginNamer(directory, file, machine) };
  const manifest = { ...namer, path: `${directory}/package.json` };
  const listed = stringsIn(settingAt(readSettings(manifest, machine), "pi.skills"));
  const paths = (listed.length > 0 ? listed : ["skills"]).map((each) => resolve(directory, each));
  return paths.map((path) => {
    const from = { ...namer, ...pluginNamer(path, namer, machine) };
    return { ...settingsRoot({ scope, path, walk: { flat: true } }, path, from, profile, machine.files), named: true };
  });
}
