/**
 * Computes the view of a host on a machine: roots → walk → read → accept → collide → disclose. Files are read once for
 * all hosts.
 */
import type { HostProfile } from "../../model/host-profile.ts";
import { isSkillFile } from "../../model/skills/skill.ts";
import { findHabit } from "./habits.ts";
import type { HostView, Machine, Remark, ViewEntry, ViewRoot } from "./host-view.ts";
import { findPlugins } from "./plugins/find-plugins.ts";
import { markLoadedTwice } from "./plugins/mark-loaded-twice.ts";
import { type AcceptRules, acceptSkill } from "./steps/accept-skill.ts";
import { decideDisclosure } from "./steps/decide-disclosure.ts";
import { MAX_READ_BYTES } from "./steps/readings.ts";
import { resolveCollisions } from "./steps/resolve-collisions.ts";
import { viewRoots } from "./steps/view-roots.ts";
import { compareByLocale, createWalker, type FoundByHost, type HostWalk, type LimitKind } from "./steps/walk.ts";
import { walkCommandFiles } from "./steps/walk-command-files.ts";
import { unreadRemark } from "./unread-settings.ts";

export async function lookAsHost(written: HostProfile, given: Machine): Promise<HostView> {
  const unread = new Map<string, Remark & { path: string }>();
  const machine: Machine = { ...given, onUnread: (path, error) => unread.set(path, unreadRemark(path, error)) };
  const { habits, profile, roots, remarks: ofPlugins, fatal } = rootsAndWalk(written, machine);
  const sightings: FoundByHost[] = [];
  const remarks: (Remark & { path: string })[] = [...ofPlugins];
  const walk = createWalker(machine.files);
  for (const root of roots) {
    if (!root.exists) continue;
    const walked: HostWalk = root.kind === "commands" ? walkCommandFiles(root, machine.files) : walk(root);
    for (const each of walked.sightings) sightings.push(each);
    if (walked.limit) remarks.push({ ...stopped(walked.limit, walked.steps), path: root.path });
  }
  for (const { path, special, root } of sightings)
    if (special === true && root.walk.special === "hangs") remarks.push({ ...HANGS, path });
  await machine.readings.prepare(sightings.filter((each) => !each.special).map((each) => each.file));
  let entries: readonly ViewEntry[] = inOrder(sightings, profile).map((each) => examineFile(each, profile, machine));
  entries = entries.map((entry) => unlistedInPlugin(entry, profile));
  for (const each of habits) entries = each.entries?.(entries, profile, machine) ?? entries;
  if (fatal) entries = entries.map((entry) => ({ ...entry, outcome: "rejected", shown: "not", because: fatal }));
  return {
    profile,
    roots,
    entries: decideDisclosure(markLoadedTwice(resolveCollisions(entries, profile), machine.files), profile),
    remarks: [...unread.values(), ...remarks],
  };
}

/** Returns the host's rules and roots on this machine, after its own settings are applied. */
function rootsAndWalk(written: HostProfile, machine: Machine) {
  const habits = (written.habits ?? []).map(findHabit);
  let profile = written;
  for (const each of habits) profile = each.profile?.(profile, machine) ?? profile;
  let roots: readonly ViewRoot[] = viewRoots(profile, machine);
  const plugins = findPlugins(profile, roots, machine);
  const place = placeOfPlugins(roots, profile);
  roots = [...roots.slice(0, place), ...plugins.roots, ...roots.slice(place)];
  for (const each of habits) roots = each.roots?.(roots, profile, machine) ?? roots;
  return { habits, profile, roots, remarks: plugins.remarks, fatal: plugins.fatal };
}

function placeOfPlugins(roots: readonly ViewRoot[], { plugins }: HostProfile): number {
  if (plugins?.order === "first") return 0;
  return plugins?.order === "after-admin" ? roots.findLastIndex(({ scope }) => scope === "admin") + 1 : roots.length;
}

/**
 * Returns the skill files in those roots of a host that contain the directory or are inside of it. The files are not
 * read.
 */
export function filesFoundAt(directory: string, profile: HostProfile, machine: Machine): Set<string> {
  const { roots } = rootsAndWalk(profile, machine);
  const isAround = ({ path }: ViewRoot): boolean =>
    `${path}/`.startsWith(`${directory}/`) || `${directory}/`.startsWith(`${path}/`);
  const inside = roots.filter((root) => root.exists && root.kind === "skills" && isAround(root));
  const walk = createWalker(machine.files);
  return new Set(inside.flatMap((root) => walk(root).sightings.flatMap(({ path, file }) => [path, file])));
}

function stopped(limit: LimitKind, steps: number): Remark {
  if (limit === "patience") return { code: "SK730", text: "links that form a cycle make the host hang" };
  if (limit === "reach") return { code: "SK020", text: `Skillwright's search stops here after ${steps} directories` };
  return { code: "SK705", text: `the host stops here after its limit of ${limit}` };
}

const HANGS: Remark = { code: "SK730", text: "the host hangs on this file and shows no skills" };

/** Sorts commands by name, and puts them after all skills or after the host's own skills. */
function inOrder(sightings: readonly FoundByHost[], { plugins }: HostProfile): readonly FoundByHost[] {
  const commands = sightings.filter((each) => each.root.kind === "commands");
  if (commands.length === 0) return sightings;
  const skills = sightings.filter((each) => each.root.kind !== "commands");
  const isOwn = ({ root }: FoundByHost): boolean => root.plugin === undefined;
  const sorted = (own: readonly FoundByHost[]): FoundByHost[] =>
    own.toSorted((a, b) => compareByLocale(a.name, b.name));
  if (plugins?.order !== "after-commands") return [...skills, ...sorted(commands)];
  // The commands of plugins keep the order of the plugins.
  const ofPlugins = commands.filter((each) => !isOwn(each));
  return [
    ...skills.filter(isOwn),
    ...sorted(commands.filter(isOwn)),
    ...ofPlugins,
    ...skills.filter((each) => !isOwn(each)),
  ];
}

/** Returns a host's result for one file, before duplicates are resolved. */
export function examineFile(sighting: FoundByHost, profile: HostProfile, { readings, trusted }: Machine): ViewEntry {
  const { path, file, found, directory, root } = sighting;
  if (sighting.special === true && root.walk.special === "hangs") return rejected(sighting, sighting.name, HANGS);
  if (sighting.special)
    return rejected(sighting, sighting.name, { code: "SK710", text: "it is not a regular file, or cannot be reached" });
  const error = readings.errorOf(file);
  const limit = root.walk.maxFileBytes ?? MAX_READ_BYTES;
  if (error === "EFBIG" || readings.sizeOf(file) > limit)
    return rejected(sighting, sighting.name, { code: "SK711", text: `the file is larger than ${limit} bytes` });
  if (error !== undefined)
    return rejected(sighting, sighting.name, { code: "SK710", text: `the file cannot be read (${error})` });
  const { dialect, flatDialect = dialect } = profile.frontmatter;
  const isFlat = root.kind === "skills" && !isSkillFile(path);
  const reading = readings.read(file, root.template.dialect ?? (isFlat ? flatDialect : dialect));
  const verdict = acceptSkill(reading, sighting.name, acceptRules(profile, root, isFlat));
  const name = root.namespace + verdict.name;
  const { description } = verdict;
  const remarks = root.remark ? [...verdict.remarks, root.remark] : verdict.remarks;
  const { fields } = reading;
  if (root.off) return { ...rejected(sighting, name, root.off), description, fields };
  if (verdict.because) return { ...rejected(sighting, name, verdict.because), description, fields };
  if (root.template.trusted && !trusted)
    return { ...rejected(sighting, name, { code: "SK727", text: "the folder is not trusted" }), description, fields };
  const place = { path, file, directory, root, ...(found === undefined ? {} : { found }) };
  return { ...place, outcome: "visible", name, description, shown: "full", remarks, fields };
}

const NAMED_BY_FILE = { from: "frontmatter-or-directory" } as const;

/** Returns the rules by which files of a root are accepted. A root may have rules of its own. */
function acceptRules(profile: HostProfile, { template, walk }: ViewRoot, isFlat: boolean): AcceptRules {
  const { naming = isFlat && walk.flatName === "file" ? NAMED_BY_FILE : undefined, description } = template;
  if (naming === undefined && description === undefined) return profile;
  return { naming: { ...profile.naming, ...naming }, description: { ...profile.description, ...description } };
}

/**
 * Hides a plugin's skill from the model if the skill has no description of its own and the host does not list such
 * skills.
 */
function unlistedInPlugin(entry: ViewEntry, { plugins }: HostProfile): ViewEntry {
  if (plugins?.undescribed !== "unlisted" || entry.root.plugin === undefined || entry.outcome !== "visible")
    return entry;
  const text = entry.fields["description"] ?? entry.fields["when_to_use"];
  const remark = { code: "SK735", text: "a plugin's skill without a description is not shown to the model" } as const;
  return text === undefined ? { ...entry, shown: "not", remarks: [...entry.remarks, remark] } : entry;
}

function rejected({ path, file, directory, root }: FoundByHost, name: string, because: Remark): ViewEntry {
  const description = undefined;
  return {
    path,
    file,
    directory,
    root,
    outcome: "rejected",
    name,
    description,
    because,
    shown: "not",
    remarks: [],
    fields: {},
  };
}
