/**
 * Collects every file that is, or is almost, a skill for any host. It searches all roots of all profiles and settings
 * without restrictions, and adds everything else that a host finds. The matrix uses the result to show the skills that
 * a host does not see.
 */
import type { HostProfile, WalkRule } from "../../model/host-profile.ts";
import { isSkillFile } from "../../model/skills/skill.ts";
import { baseName, compareText, parentPath } from "../../model/text/text.ts";
import type { HostView, Machine, ViewRoot } from "./host-view.ts";
import { viewRoots } from "./steps/view-roots.ts";
import { createWalker } from "./steps/walk.ts";

/** One skill, with all paths to it. */
export interface KnownSkill {
  /** The real file, with symlinks resolved. */
  readonly file: string;
  /** Paths from roots; the first is the most direct. */
  readonly paths: readonly string[];
  /** The name of the skill's directory. */
  readonly directory: string;
  /** True if a FIFO, a device or a directory is in the place of the file. */
  readonly special: boolean;
}

/** Rules of a walk that is deeper and more lenient than the walk of any host. */
const ANYTHING: WalkRule = {
  depth: 12,
  atRoot: "loaded",
  insideSkills: true,
  hidden: true,
  skipped: [],
  directoryLinks: "followed",
  fileLinks: "followed",
  special: "skipped",
  anyCase: true,
  flat: false,
  once: false,
  ignoreFiles: [],
  maxDirectories: 100_000,
  maxEntries: 1_000_000,
};

export function listKnownSkills(
  profiles: readonly HostProfile[],
  machine: Machine,
  views: readonly HostView[] = [],
): KnownSkill[] {
  const roots = new Map<string, ViewRoot>();
  const all = [...profiles.flatMap((profile) => viewRoots(profile, machine)), ...views.flatMap((view) => view.roots)];
  for (const root of all)
    if (root.exists && root.kind === "skills" && !roots.has(root.path))
      roots.set(root.path, { ...root, walk: ANYTHING });
  const found = new Map<string, { paths: string[]; special: boolean }>();
  const note = ({ path, file }: { path: string; file: string }, special: boolean): void => {
    const known = found.get(file);
    if (known && !known.paths.includes(path)) known.paths.push(path);
    else if (!known) found.set(file, { paths: [path], special });
  };
  const walk = createWalker(machine.files);
  for (const path of [...roots.keys()].sort(compareText))
    for (const sighting of walk(roots.get(path) as ViewRoot).sightings) note(sighting, sighting.special !== false);
  // Adds commands, and Markdown files that only one host treats as skills.
  for (const entry of views.flatMap((view) => view.entries))
    if (entry.root.kind === "commands" || !isSkillFile(entry.path)) note(entry, false);
  return [...found]
    .map(([file, { paths, special }]) => ({
      file,
      paths: paths.sort((a, b) => Number(b === file) - Number(a === file) || a.length - b.length || compareText(a, b)),
      directory: baseName(parentPath(file)),
      special,
    }))
    .sort((a, b) => compareText(a.directory, b.directory) || compareText(a.file, b.file));
}
