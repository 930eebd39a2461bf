import type { Coverage } from "../conversation/catalog-text.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Root } from "./root.ts";
import type { Rejected, Skill, SkillId } from "./skill.ts";

/** The states of a skill, with Aleph's names. `active` means that a model or user received the body. */
export const STATES = ["discovered", "evaluated", "eligible", "ineligible", "loaded", "active"] as const;
export type State = (typeof STATES)[number];

/** The reason why a loaded skill is hidden from models. */
export interface Withheld {
  readonly code: string;
  readonly reason: string;
  /** The fix, if the usual help for the code does not apply. */
  readonly help?: string;
}

/** A loaded skill, and the reason if it is hidden from models. */
export interface Loaded {
  readonly skill: Skill;
  readonly withheld?: Withheld;
  /** The name that a model sees in this host, if it differs from the skill's name. */
  readonly shownName?: string;
  /** The description that a model sees in this host, if it differs from the skill's description. */
  readonly shownDescription?: string;
  /** The path that a model sees, if it differs from the skill's path because of a symlink. */
  readonly shownPath?: string;
  /** How the host's list for a model shows the skill, if not in full. Only `list --host` sets it. */
  readonly coverage?: Coverage;
}

export interface Overridden {
  readonly skill: Skill;
  readonly by: SkillId;
  readonly reason: string;
  /**
   * The reason why this skill is withheld, if another skill wins only because of that. The winning skill is then not
   * withheld.
   */
  readonly withheld?: Withheld;
  /**
   * True if a path, an id or `name@scope` selects this skill, although another skill has its name. It is never true for
   * withheld skills.
   */
  readonly selectable?: true;
}

export interface Disabled {
  readonly skill: Skill;
  readonly reason: string;
}

export interface Ineligible {
  readonly skill: Skill;
  readonly missing: readonly Missing[];
  /** The reason why models would not see the skill even if no requirement were missing. */
  readonly withheld?: Withheld;
}

/** One unmet requirement. */
export interface Missing {
  readonly code: string;
  readonly kind: "platform" | "binary" | "environment" | "config" | "skill" | "conflict";
  readonly what: string;
  readonly message: string;
}

/** The immutable result of one load. Every found file is in exactly one of the five lists. */
export interface Snapshot {
  /** A hash that changes exactly when parsed metadata or an outcome changes. */
  readonly revision: string;
  readonly host: string;
  readonly cwd: string;
  readonly projectRoot: string;
  readonly trusted: boolean;
  readonly roots: readonly Root[];
  readonly skills: readonly Loaded[];
  readonly overridden: readonly Overridden[];
  readonly rejected: readonly Rejected[];
  readonly disabled: readonly Disabled[];
  readonly ineligible: readonly Ineligible[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The outcomes of found files. Every surface uses these words. */
export const SKILL_OUTCOMES = ["loaded", "overridden", "rejected", "disabled", "ineligible"] as const;
export type SkillOutcome = (typeof SKILL_OUTCOMES)[number];

/** One entry of `status()`. */
export interface StatusEntry {
  readonly id: SkillId;
  readonly name: string;
  readonly state: State;
  readonly outcome: SkillOutcome;
  readonly offered: boolean;
  readonly reason?: string;
}

const frozen = new WeakSet<Snapshot>();

/** Freezes a snapshot with its skills and diagnostics. Roots stay unfrozen, because a caller may own them. */
export function freezeDeep(snapshot: Snapshot): Snapshot {
  if (frozen.has(snapshot)) return snapshot;
  frozen.add(snapshot);
  for (const list of [snapshot.skills, snapshot.overridden, snapshot.disabled, snapshot.ineligible]) {
    for (const entry of list) freezeEntry(entry);
  }
  for (const each of snapshot.rejected) Object.freeze(each);
  freezeData(snapshot.diagnostics);
  return snapshot;
}

/** Returns the skills of every outcome except rejected: a rejected file has no skill. */
export function skillsOfEveryOutcome({
  skills,
  overridden,
  disabled,
  ineligible,
}: Pick<Snapshot, "skills" | "overridden" | "disabled" | "ineligible">): Skill[] {
  return [...skills, ...overridden, ...disabled, ...ineligible].map(({ skill }) => skill);
}

/** Freezes a snapshot that is the same as a frozen snapshot except for `entry`. */
export function freezeWithNewEntry(before: Snapshot, after: Snapshot, entry: Loaded): void {
  if (!frozen.has(before)) return;
  freezeEntry(entry);
  frozen.add(after);
}

function freezeEntry(entry: { readonly skill: Skill }): void {
  freezeData(entry.skill.manifest);
  freezeData(entry.skill.sidecar);
  Object.freeze(entry.skill);
  Object.freeze(entry);
}

/** Freezes plain data from files. The YAML reader has already limited the depth of this data. */
function freezeData(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const each of Object.values(value)) freezeData(each);
}

/** Freezes the snapshot and its lists. */
export function freezeSnapshot(snapshot: Snapshot): Snapshot {
  for (const value of Object.values(snapshot)) if (Array.isArray(value)) Object.freeze(value);
  return Object.freeze(snapshot);
}
