import { dirname, relative, resolve } from "node:path";
import type { HostProfile } from "../../../model/host-profile.ts";
import { baseName } from "../../../model/text/text.ts";
import type { Habit, Machine, SettingsFile, ViewEntry, ViewRoot } from "../host-view.ts";
import { type Glob, GlobMatcher, parseGlob } from "../steps/match-glob.ts";
import { settingsRoot } from "../steps/view-roots.ts";
import { at, ownFile, readSettings, rejectEntry, settingsFile, texts } from "./read-settings.ts";

interface Settings {
  readonly file: SettingsFile;
  readonly base: string;
  readonly scope: "repo" | "user";
  readonly skills: readonly string[];
  readonly packages: readonly string[];
}

/**
 * The places under `skills` in pi's settings come before those that it finds itself, the project's first. Entries that
 * begin with `!` or `-` take skills of that scope out, one with `+` puts one back.
 */
export const piSettings: Habit = {
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
    const [project, user] = settingsOf(machine).map(listed);
    const packages = settingsOf(machine).flatMap((settings) => packageRoots(settings, profile, machine));
    if (!project?.length && !user?.length && packages.length === 0) return roots;
    const firstUser = roots.findIndex((root) => root.scope === "user");
    const split = firstUser === -1 ? roots.length : firstUser;
    return [...(project ?? []), ...roots.slice(0, split), ...(user ?? []), ...roots.slice(split), ...packages];
  },
  entries(entries, _profile, machine) {
    const filters = settingsOf(machine)
      .filter((each) => each.skills.some(isPattern))
      .map(({ base, scope, skills }) => ({ base, scope, switches: skills.flatMap(switchOf) }));
    if (filters.length === 0) return entries;
    const matcher = new GlobMatcher();
    return entries.map((entry) => {
      const filter = filters.find((each) => each.scope === entry.root.scope);
      const out = filter && isOut(entry, filter.base, filter.switches, matcher);
      return out ? rejectEntry(entry) : entry;
    });
  },
};

/** Entries of one list; the settings may be a stranger's. */
const MAX_LISTED = 1000;

function settingsOf(machine: Machine): Settings[] {
  const { environment, cwd } = machine;
  const moved = environment.variables["PI_CODING_AGENT_DIR"];
  const read = (file: SettingsFile, scope: Settings["scope"]): Settings => {
    const { skills, packages } = readSettings(file, machine);
    const list = (value: unknown): string[] => texts(value).slice(0, MAX_LISTED);
    return { file, base: dirname(file.path), scope, skills: list(skills), packages: list(packages) };
  };
  return [
    read(settingsFile(`${cwd}/.pi/settings.json`, "project"), "repo"),
    read(ownFile(`${moved || `${environment.home}/.pi/agent`}/settings.json`, moved), "user"),
  ];
}

/** Packages in a directory: their `skills`, or what `pi.skills` of their package.json lists. Installed ones are not looked for. */
function packageRoots({ file, base, scope, packages }: Settings, profile: HostProfile, machine: Machine): ViewRoot[] {
  return packages
    .filter((entry) => /^(?:\.{0,2}\/|~)/.test(entry))
    .flatMap((entry) => {
      const directory = resolve(base, entry);
      const manifest = settingsFile(`${directory}/package.json`, file.namedBy);
      const listed = texts(at(readSettings({ ...manifest, namedIn: file.namedIn }, machine), "pi.skills"));
      return (listed.length > 0 ? listed : ["skills"]).map((each) => resolve(directory, each));
    })
    .map((path) => ({
      ...settingsRoot({ scope, path, walk: { flat: true } }, path, file, profile, machine.files),
      named: true,
    }));
}

function isPattern(entry: string): boolean {
  return /^[!+-]|[*?]/.test(entry);
}

interface Switch {
  readonly mark: string;
  /** What `-` and `+` name. */
  readonly name: string;
  /** What `!` names. */
  readonly glob: Glob;
}

function switchOf(entry: string): Switch[] {
  const mark = entry.charAt(0);
  if (mark === "!") return [{ mark, name: "", glob: parseGlob(entry.slice(1)) }];
  return mark === "-" || mark === "+" ? [{ mark, name: entry.slice(1).replace(/^\.\//, ""), glob: [] }] : [];
}

function isOut(
  { path, directory }: ViewEntry,
  base: string,
  switches: readonly Switch[],
  matcher: GlobMatcher,
): boolean {
  const names = [path, directory].flatMap((each) => [each, relative(base, each), baseName(each)]);
  let out = false;
  for (const { mark, name, glob } of switches) {
    if (mark === "!") out ||= names.some((each) => matcher.matches(glob, each));
    else if (names.includes(name)) {
      if (mark === "-") return true;
      out = false;
    }
  }
  return out;
}
