/** Two snapshots in, what is different out. Of a skill that was not read again only its outcome needs a look. */
import { isDeepStrictEqual } from "node:util";
import type { Rejected, Skill } from "../model/skill.ts";
import type { Snapshot } from "../model/snapshot.ts";
import type { AlteredSkill, ChangedPart, ChangedSkill, SnapshotChange } from "../model/snapshot-change.ts";
import { compareText } from "../model/text.ts";

type SkillChanges = Pick<SnapshotChange, "added" | "changed" | "removed">;

/** `touched` are files whose content may be another. */
export function compareSnapshots(before: Snapshot, after: Snapshot, touched: ReadonlySet<string>): SkillChanges {
  const old = entriesOf(before);
  const added: ChangedSkill[] = [];
  const changed: AlteredSkill[] = [];
  for (const [path, entry] of entriesOf(after)) {
    const was = old.get(path);
    old.delete(path);
    if (was === undefined) added.push(entry.told());
    else {
      const parts = partsOf(was, entry, touched);
      if (parts.length > 0) changed.push(altered(was.told(), entry.told(), parts));
    }
  }
  const removed = [...old.values()].map((entry) => entry.told());
  return { added: added.sort(byId), changed: changed.sort(byId), removed: removed.sort(byId) };
}

function altered(before: ChangedSkill, after: ChangedSkill, parts: readonly ChangedPart[]): AlteredSkill {
  return { ...after, parts, ...(before.name === after.name ? {} : { nameBefore: before.name }) };
}

function byId(a: ChangedSkill, b: ChangedSkill): number {
  return compareText(a.id, b.id) || compareText(a.path, b.path);
}

interface Entry {
  readonly of: Skill | Rejected;
  /** All that decides what came of it. */
  readonly because: unknown;
  readonly told: () => ChangedSkill;
}

function entriesOf({ skills, shadowed, rejected, disabled, ineligible }: Snapshot): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const put = (of: Skill | Rejected, outcome: ChangedSkill["outcome"], because: unknown, offered = false): void => {
    const { id, name, path } = of;
    entries.set(path, { of, because: because ?? outcome, told: () => ({ id, name, path, outcome, offered }) });
  };
  for (const { skill, withheld } of skills) put(skill, "loaded", withheld, withheld === undefined);
  for (const { skill, by, reason } of shadowed) put(skill, "shadowed", [by, reason]);
  for (const each of rejected) put(each, "rejected", each.diagnostics);
  for (const { skill, reason } of disabled) put(skill, "disabled", [reason]);
  for (const { skill, missing } of ineligible) put(skill, "ineligible", missing);
  return entries;
}

function partsOf(before: Entry, after: Entry, touched: ReadonlySet<string>): ChangedPart[] {
  const parts: ChangedPart[] = [];
  if (before.of !== after.of && !saysTheSame(before.of, after.of)) parts.push("metadata");
  if (before.because !== after.because && !isDeepStrictEqual(before.because, after.because)) parts.push("outcome");
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
