/**
 * Computes the views of many hosts on one machine, and lists every skill that any of these hosts could know. Each file
 * is read only once.
 */

import { type LoadOptions, loadSkills, prepareLoad } from "../../catalog/load/load.ts";
import type { HeadReading } from "../../hosts/dialects/plain.ts";
import { findProfile, PROFILES, suggestProfiles } from "../../hosts/profiles/profiles.ts";
import { installedProfile, versionFindings } from "../../hosts/profiles/versions.ts";
import type { HostView, Machine } from "../../hosts/views/host-view.ts";
import { lookAsHost } from "../../hosts/views/look-as-host.ts";
import { openMachine } from "../../hosts/views/machine.ts";
import { buildMatrix, type Cell, type MatrixRow } from "../../hosts/views/matrix.ts";
import type { Remedy } from "../../hosts/views/remedies/find-remedy.ts";
import { listKnownSkills } from "../../hosts/views/universe.ts";
import { unreadFindings } from "../../hosts/views/unread-settings.ts";
import { unmetRemark, viewOfSnapshot } from "../../hosts/views/view-of-snapshot.ts";
import { OperationError } from "../../model/errors.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { isSkillFile } from "../../model/skills/skill.ts";
import { parentPath } from "../../model/text/text.ts";
import { detectHosts } from "./detect-hosts.ts";

export interface HostsOptions extends LoadOptions {
  /**
   * Host names, `all` for every verified host, or `every` for all hosts (default: detected hosts and verified hosts).
   */
  readonly hosts?: readonly string[];
}

export interface HostViews {
  readonly machine: Machine;
  readonly views: readonly HostView[];
  readonly rows: readonly MatrixRow[];
}

/** Returns the matrix of skills and hosts. */
export async function viewAsHosts(options: HostsOptions = {}): Promise<HostViews> {
  const machine = await openHostMachine(options);
  const profiles = chooseHosts(options.hosts, machine);
  const views: HostView[] = [];
  for (const profile of profiles) views.push(await viewOf(profile, machine, options));
  options.onDamage?.(versionFindings(profiles));
  const skills = views.length > 0 ? listKnownSkills(PROFILES, machine, views) : [];
  return { machine, views, rows: buildMatrix(skills, views, machine) };
}

export async function openHostMachine(options: LoadOptions, earlier?: Map<string, HeadReading>): Promise<Machine> {
  const { environment, files, cwd } = await prepareLoad({ ...options, host: "skillwright" });
  const { roots: extra = [], added = [] } = options;
  return openMachine({ environment, files, cwd, extra, added, ...(earlier ? { earlier } : {}) });
}

/**
 * Returns the view of one host. If `options` contains files, the view is computed from those files instead of the disk.
 * `earlier` contains the starts of files that were already read (see `Readings`).
 */
export async function viewHost(
  profile: HostProfile,
  options: LoadOptions,
  earlier?: Map<string, HeadReading>,
): Promise<HostView> {
  return viewOf(profile, await openHostMachine(options, earlier), options);
}

/** Returns the files that a name or a path selects. */
export function findNamedFiles(asked: string, { rows, machine }: HostViews): string[] {
  return rows.filter((row) => !row.skill.special && isAsked(asked, row, machine)).map(({ skill }) => skill.file);
}

async function viewOf(profile: HostProfile, machine: Machine, options: HostsOptions): Promise<HostView> {
  if (profile.runtime === "none") return { profile, roots: [], entries: [], remarks: [] };
  if (profile.runtime === "view") return withEligibility(await lookAsHost(profile, machine), machine, options);
  const { snapshot } = await loadSkills({ ...options, host: profile.name, files: machine.files });
  return viewOfSnapshot(snapshot, profile);
}

/** Hides the skills whose requirements this machine does not meet, if the host checks requirements. */
async function withEligibility(view: HostView, { files }: Machine, options: HostsOptions): Promise<HostView> {
  const { profile, entries } = view;
  if (!profile.fields.includes("eligibility") || entries.length === 0) return view;
  const { snapshot } = await loadSkills({ ...options, host: profile.name, files });
  const unmet = new Map(snapshot.ineligible.map(({ skill, missing }) => [skill.path, unmetRemark(missing)]));
  return {
    ...view,
    entries: entries.map((entry) => {
      const because = unmet.get(entry.path);
      if (because === undefined || entry.outcome !== "visible") return entry;
      return { ...entry, outcome: "rejected", shown: "not", ownState: "ineligible", because };
    }),
  };
}

export function chooseHosts(hosts: readonly string[] | undefined, machine: Machine): HostProfile[] {
  const atInstalledVersion = (profile: HostProfile): HostProfile =>
    installedProfile(profile, machine.environment, machine.files);
  if (hosts === undefined) {
    const found = new Set(detectHosts(machine));
    const chosen = PROFILES.filter((profile) => profile.confidence === "verified" || found.has(profile));
    return chosen.map(atInstalledVersion);
  }
  const isVerified = ({ confidence }: HostProfile): boolean => confidence === "verified";
  const chosen = hosts.flatMap((host): readonly HostProfile[] => {
    if (host === "every") return PROFILES.map(atInstalledVersion);
    if (host === "all") return PROFILES.filter(isVerified).map(atInstalledVersion);
    return [host.includes("@") ? requireProfile(host) : atInstalledVersion(requireProfile(host))];
  });
  return [
    ...new Map(
      chosen.map((profile) => [`${profile.name}@${profile.programVersion ?? profile.version}`, profile]),
    ).values(),
  ];
}

export function requireProfile(host: string): HostProfile {
  const profile = findProfile(host);
  if (profile) return profile;
  throw new OperationError("SK305", `there is no host profile \`${host}\``, { hint: suggestProfiles(host) });
}

/** How one host treats a skill, and why. */
export interface HostAnswer {
  readonly view: HostView;
  readonly row: MatrixRow;
  readonly cell: Cell;
  readonly remedy?: Remedy;
}

/** Explains how each host treats one skill, with the smallest fix. */
export async function explainEverywhere(
  asked: string,
  options: HostsOptions,
): Promise<HostViews & { answers: HostAnswer[] }> {
  const looked = await viewAsHosts(options);
  const { machine, views, rows } = looked;
  options.onDamage?.(unreadFindings(views));
  await machine.readings.allDialects();
  const wanted = rows.filter((row) => isAsked(asked, row, machine));
  const { findRemedy } = await import("../../hosts/views/remedies/find-remedy.ts");
  const copyOf = await identicalRows(wanted, machine);
  const answers = wanted.flatMap((row) =>
    views.map((view, at): HostAnswer => {
      const cell = row.cells[at] as Cell;
      const copies = isSeen(cell) ? [] : copyOf(row);
      const seen = copies.find(({ cells }) => isSeen(cells[at]));
      // If a host searches neither of two identical copies, only the first copy gets a fix. Two fixes would conflict.
      const fixed = copies.find((each) => isAbsent(each.cells[at]) && wanted.indexOf(each) < wanted.indexOf(row));
      const found = seen
        ? { text: `no fix is needed: the host sees the identical copy \`${seen.skill.file}\``, steps: [] }
        : fixed && isAbsent(cell)
          ? { text: `no other fix is needed after the fix of the identical copy \`${fixed.skill.file}\``, steps: [] }
          : remedyFor(row, cell, view, (problem) => findRemedy({ ...problem, machine }));
      return { view, row, cell, ...(found ? { remedy: found } : {}) };
    }),
  );
  return { ...looked, answers };
}

function isSeen(cell: Cell | undefined): boolean {
  return (
    cell !== undefined && !["not-searched", "rejected", "ineligible", "overridden", "unsupported"].includes(cell.state)
  );
}

function isAbsent(cell: Cell | undefined): boolean {
  return cell?.state === "not-searched";
}

/** Returns the other rows whose skill has the same directory name and the same bytes. */
async function identicalRows(
  rows: readonly MatrixRow[],
  { files }: Machine,
): Promise<(row: MatrixRow) => readonly MatrixRow[]> {
  if (rows.length < 2) return () => [];
  const { findCopies } = await import("../check/find-copies.ts");
  const regular = rows.filter(({ skill }) => !skill.special);
  const groups = findCopies(
    regular.map(({ skill }) => skill.file),
    files,
  ).map(({ path, copies }) => [path, ...copies]);
  return (row) => {
    const group = groups.find((each) => each.includes(row.skill.file)) ?? [];
    return regular.filter((each) => each !== row && group.includes(each.skill.file));
  };
}

function remedyFor(
  { skill }: MatrixRow,
  cell: Cell,
  view: HostView,
  mechanical: (problem: { skill: MatrixRow["skill"]; cell: Cell; view: HostView }) => Remedy | undefined,
): Remedy | undefined {
  // A file that is not a SKILL.md, such as a command of one host, is not reported as missing in other hosts.
  if (cell.state === "not-searched" && !skill.paths.some(isSkillFile)) return undefined;
  return view.profile.runtime === "engine" ? own(cell, view) : mechanical({ skill, cell, view });
}

/** Returns the fix if the host is Skillwright itself. The diagnostic code of the cell selects the fix. */
function own({ because, path }: Cell, { profile }: HostView): Remedy | undefined {
  if (because === undefined) return undefined;
  const words: Readonly<Record<string, string>> = {
    SK201: "rename or remove one of the two skills",
    SK203: "run `skillwright enable` with the skill's name",
    SK501: "review the project's skills, then run `skillwright trust`",
    SK701: `move the skill, or a symlink to it, into \`${profile.roots[0]?.path.replace("{project}/", "")}\``,
    SK702: "move the skill closer to the root",
    SK703: "move the skill into a directory whose name does not begin with a dot",
    SK704: "move the skill into a directory with another name",
    SK705: "raise the limit in the configuration: see `skillwright config`",
    SK706: "replace the symlink by a copy:",
    SK707: "rename the skill's file to `SKILL.md`",
    SK708: "move the skill out of the other skill's directory",
    SK709: "move the skill file into its own directory",
  };
  return { text: words[because.code] ?? because.help ?? `run \`skillwright check ${path ?? ""}\``, steps: [] };
}

/** The host whose reader returns a skill's name even if other parts of the frontmatter have an unusual form. */
const LENIENT = "claude-code";

function isAsked(asked: string, { name, skill, cells }: MatrixRow, { readings }: Machine): boolean {
  const wanted = asked.replace(/\/(?:SKILL\.md)?$/i, "");
  const places = [skill.file, ...skill.paths].flatMap((path) => [path, parentPath(path)]);
  if (places.includes(wanted) || places.includes(asked)) return true;
  const written = skill.special ? undefined : readings.read(skill.file, LENIENT).name;
  const names = [name, skill.directory, written ?? name, ...cells.flatMap((cell) => cell.name ?? [])].map((each) =>
    each.toLowerCase(),
  );
  return names.includes(asked.toLowerCase());
}
