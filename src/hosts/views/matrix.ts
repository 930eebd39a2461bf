/** Computes the matrix of skills and hosts: one cell for each pair. */
import type { Code } from "../../model/diagnostics/catalogue.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import { hostId } from "./host-id.ts";
import type { HostView, Machine, Remark, ViewEntry } from "./host-view.ts";
import { whyNotFound } from "./steps/walk.ts";
import type { KnownSkill } from "./universe.ts";

export const CELL_STATES = [
  "visible",
  "renamed",
  "name-only",
  "hidden",
  "withheld",
  "disabled",
  "overridden",
  "ineligible",
  "rejected",
  "not-searched",
  "unsupported",
] as const;
export type CellState = (typeof CELL_STATES)[number];

export interface Cell {
  readonly host: string;
  readonly state: CellState;
  /** Why the skill is not visible, or a remark about a visible skill. */
  readonly because?: Remark;
  /** The name in this host, or its id if the host calls skills by ids. */
  readonly name?: string;
  /** The path through which this host finds the skill. */
  readonly path?: string;
  readonly entry?: ViewEntry;
}

export interface MatrixRow {
  readonly skill: KnownSkill;
  /** The name that most hosts use. */
  readonly name: string;
  readonly cells: readonly Cell[];
}

export function buildMatrix(skills: readonly KnownSkill[], views: readonly HostView[], machine: Machine): MatrixRow[] {
  const byFile = views.map((view) => ({ entries: index(view), absences: new Map<Code, Cell>() }));
  return skills.map((skill) => {
    const cells = views.map((view, at) => {
      const { entries, absences } = byFile[at] as (typeof byFile)[number];
      return shareAbsence(cellOf(skill, view, entries.get(skill.file) ?? [], machine), absences);
    });
    return { skill, name: rowName(skill, cells), cells };
  });
}

/**
 * Returns the same object for all equal cells without a file. Most cells have no file, because most hosts do not search
 * a given directory.
 */
function shareAbsence(cell: Cell, known: Map<Code, Cell>): Cell {
  if (cell.entry !== undefined || cell.because === undefined) return cell;
  const same = known.get(cell.because.code);
  if (same === undefined) known.set(cell.because.code, cell);
  return same ?? cell;
}

/** Groups the entries of a host by their real file. */
function index(view: HostView): Map<string, ViewEntry[]> {
  const found = new Map<string, ViewEntry[]>();
  for (const entry of view.entries) {
    const entries = found.get(entry.file);
    if (entries) entries.push(entry);
    else found.set(entry.file, [entry]);
  }
  return found;
}

const BEST = ["visible", "overridden", "rejected"];

function best(entries: readonly ViewEntry[]): ViewEntry | undefined {
  return [...entries].sort((a, b) => BEST.indexOf(a.outcome) - BEST.indexOf(b.outcome))[0];
}

function cellOf(skill: KnownSkill, view: HostView, entries: readonly ViewEntry[], machine: Machine): Cell {
  const { profile } = view;
  const host = profile.name;
  if (profile.runtime === "none")
    return {
      host,
      state: "unsupported",
      because: { code: "SK729", text: `${profile.title} has no skills of its own` },
    };
  const entry = entries.length > 1 ? best(entries) : entries[0];
  if (entry === undefined) return { host, state: "not-searched", because: whyAbsent(skill, view, machine) };
  const { path, outcome, because } = entry;
  const name = hostId(entry.name, entry.directory, entry.root, profile) ?? entry.name;
  if (outcome !== "visible")
    return { host, state: entry.ownState ?? outcome, name, path, entry, ...(because ? { because } : {}) };
  const state = stateOf(entry);
  const remark =
    entry.shown === "not" ? entry.remarks.at(-1) : entry.remarks.find((each) => REASONS[state]?.includes(each.code));
  return { host, state, name, path, entry, ...(remark ? { because: remark } : {}) };
}

/** The remark codes that explain the state of a visible skill. */
const REASONS: Partial<Record<CellState, readonly Code[]>> = {
  renamed: ["SK724"],
  "name-only": ["SK723"],
  visible: ["SK728", "SK725", "SK726", "SK742", "SK744"],
};

function stateOf(entry: ViewEntry): CellState {
  if (entry.shown === "not") return entry.ownState ?? "hidden";
  if (entry.shown === "name-only") return "name-only";
  return entry.remarks.some((each) => each.code === "SK724") ? "renamed" : "visible";
}

/** Returns why a host does not find a file. The reason is the file's place, or the walk rule that excludes the file. */
function whyAbsent(skill: KnownSkill, { profile, roots }: HostView, { files }: Machine): Remark {
  for (const root of roots) {
    const path = skill.paths.find((each) => each.startsWith(`${root.path}/`));
    if (path === undefined || !root.exists) continue;
    if (skill.special) return { code: "SK710", text: "it is not a regular file" };
    return absence(whyNotFound(path, root, files), profile);
  }
  return { code: "SK701", text: "the host does not search this directory" };
}

function absence(code: Code, { walk }: HostProfile): Remark {
  const texts: Partial<Record<Code, string>> = {
    SK702:
      walk.depth === 1
        ? "it is deeper than the one level that the host searches"
        : `it is deeper than the ${walk.depth} levels that the host searches`,
    SK703: "it is in a hidden directory, which the host does not search",
    SK704: "it is in a directory that the host never enters",
    SK705: "the host's search limit is reached before this file",
    SK706: "only a link leads to it, and the host does not follow it",
    SK707: "its file is not called `SKILL.md`",
    SK708: "it is inside another skill, where the host does not search",
    SK709: "it is directly in the root and not in a directory of its own",
  };
  return { code, text: texts[code] ?? "the host does not find it" };
}

function rowName(skill: KnownSkill, cells: readonly Cell[]): string {
  if (cells.every(({ name }) => name === undefined || name === skill.directory)) return skill.directory;
  const counts = new Map<string, number>();
  for (const { name } of cells) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  let best = skill.directory;
  let most = 0;
  for (const [name, count] of counts)
    if (count > most) {
      most = count;
      best = name;
    }
  return best;
}
