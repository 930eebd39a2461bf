/** Compares two snapshots. If a skill was not read again, only its outcome is compared. */
import { isDeepStrictEqual } from "node:util";
import type { Rejected, Skill } from "../../model/skills/skill.ts";
import type { Loaded, Snapshot } from "../../model/skills/snapshot.ts";
import type { AlteredSkill, ChangedPart, ChangedSkill, SnapshotChange } from "../../model/skills/snapshot-change.ts";
import { compareText } from "../../model/text/text.ts";

type SkillChanges = Pick<SnapshotChange, "added" | "changed" | "removed">;

/** Returns the differences between two snapshots. `touched` are files whose content may have changed. */
export function compareSnapshots(before: Snapshot, after: Snapshot, touched: ReadonlySet<string>): SkillChanges {
  const added: ChangedSkill[] = [];
  const changed: AlteredSkill[] = [];
  const old = entriesOf(before);
  for (const [path, entry] of entriesOf(after)) {
    const was = old.get(path);
    old.delete(path);
    if (was) compare(was, entry, touched, changed);
    else added.push(told(entry));
  }
  const removed = [...old.values()].map(told);
  return { added: added.sort(byId), changed: changed.sort(byId), removed: removed.sort(byId) };
}

/** Compares only the loaded skills at these positions, because a snapshot may have thousands of skills. */
export function compareAt(
  positions: ReadonlySet<number>,
  before: Snapshot,
  after: Snapshot,
  touched: ReadonlySet<string>,
): SkillChanges {
  const changed: AlteredSkill[] = [];
  for (const position of positions) {
    const [was, now] = [before.skills[position], after.skills[position]];
    if (was && now) compare(loaded(was), loaded(now), touched, changed);
  }
  return { added: [], changed: changed.sort(byId), removed: [] };
}

interface Entry {
  readonly of: Skill | Rejected;
  readonly outcome: ChangedSkill["outcome"];
  /** The facts that determine the outcome of the file. */
  readonly because: unknown;
  readonly offered: boolean;
}

function entriesOf({ skills, overridden, rejected, disabled, ineligible }: Snapshot): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const put = (of: Skill | Rejected, outcome: Entry["outcome"], because: unknown): void => {
    entries.set(of.path, { of, outcome, because, offered: false });
  };
  for (const each of skills) entries.set(each.skill.path, loaded(each));
  for (const { skill, by, reason } of overridden) put(skill, "overridden", [by, reason]);
  for (const each of rejected) put(each, "rejected", each.diagnostics);
  for (const { skill, reason } of disabled) put(skill, "disabled", reason);
  for (const { skill, missing } of ineligible) put(skill, "ineligible", missing);
  return entries;
}

function loaded({ skill, withheld }: Loaded): Entry {
  return { of: skill, outcome: "loaded", because: withheld, offered: withheld === undefined };
}

function compare(before: Entry, after: Entry, touched: ReadonlySet<string>, into: AlteredSkill[]): void {
  const parts = partsOf(before, after, touched);
  if (parts.length === 0) return;
  const nameBefore = before.of.name;
  into.push({ ...told(after), parts, ...(nameBefore === after.of.name ? {} : { nameBefore }) });
}

function told({ of: { id, name, path }, outcome, offered }: Entry): ChangedSkill {
  return { id, name, path, outcome, offered };
}

function byId(a: ChangedSkill, b: ChangedSkill): number {
  return compareText(a.id, b.id) || compareText(a.path, b.path);
}

function partsOf(before: Entry, after: Entry, touched: ReadonlySet<string>): ChangedPart[] {
  const parts: ChangedPart[] = [];
  if (before.of !== after.of && !saysTheSame(before.of, after.of)) parts.push("metadata");
  if (before.outcome !== after.outcome || !isDeepStrictEqual(before.because, after.because)) parts.push("outcome");
  if (parts.length === 0 && isTouched(after.of, touched)) parts.push("body");
  return parts;
}

function saysTheSame(a: Skill | Rejected, b: Skill | Rejected): boolean {
  if (a.id !== b.id || a.name !== b.name) return false;
  if (!("header" in a) || !("header" in b)) return "header" in a === "header" in b;
  return a.header === b.header && a.description === b.description && isDeepStrictEqual(a.sidecar, b.sidecar);
}

function isTouched(of: Skill | Rejected, touched: ReadonlySet<string>): boolean {
  if (touched.size === 0) return false;
  return touched.has(of.path) || ("realPath" in of && of.realPath !== undefined && touched.has(of.realPath));
}
