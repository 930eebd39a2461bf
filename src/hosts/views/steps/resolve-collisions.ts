/** Marks the entries of one host that lose a name collision, and adds remarks about unpredictable winners. */

import type { HostProfile } from "../../../model/host-profile.ts";
import { slugOf } from "../../../model/text/slug.ts";
import type { Remark, ViewEntry } from "../host-view.ts";
import { compareByBytes } from "./walk.ts";

export function resolveCollisions(entries: readonly ViewEntry[], profile: HostProfile): ViewEntry[] {
  return byName(byTarget(entries), profile);
}

/** If the host keeps each file once, the first path to a file wins. */
function byTarget(entries: readonly ViewEntry[]): ViewEntry[] {
  const first = new Map<string, string>();
  return entries.map((entry) => {
    if (entry.outcome !== "visible" || !entry.root.walk.once) return entry;
    const by = first.get(entry.file);
    first.set(entry.file, by ?? entry.path);
    if (by === undefined) return entry;
    return {
      ...entry,
      outcome: "overridden",
      shown: "not",
      by,
      because: { code: "SK721", text: `it is the same file as ${by}` },
    };
  });
}

const KEYS: Readonly<Record<HostProfile["collisions"]["key"], (name: string) => string>> = {
  name: (name) => name,
  "name-folded": (name) => name.toLowerCase(),
  /** Returns Aleph's id of a skill, which is derived from the name. */
  id: slugOf,
};

function byName(entries: readonly ViewEntry[], profile: HostProfile): ViewEntry[] {
  const { collisions } = profile;
  // Most names are unique, so a list is created only for duplicates.
  const first = new Map<string, ViewEntry>();
  const groups = new Map<string, ViewEntry[]>();
  for (const entry of entries) {
    if (entry.outcome !== "visible") continue;
    const key = KEYS[collisions.key](entry.name);
    const before = first.get(key);
    if (before === undefined) first.set(key, entry);
    else groups.set(key, [...(groups.get(key) ?? [before]), entry]);
  }
  const changed = new Map<ViewEntry, ViewEntry>();
  for (const group of groups.values()) decide(competing(ranked(group, collisions), profile), collisions, changed);
  return entries.map((entry) => changed.get(entry) ?? entry);
}

function ranked(group: readonly ViewEntry[], { by }: HostProfile["collisions"]): readonly ViewEntry[] {
  if (by !== "path-folded") return group;
  return [...group].sort((a, b) => compareByBytes(a.directory.toLowerCase(), b.directory.toLowerCase()));
}

/**
 * If the host tells hidden and listed skills apart, leaves out the hidden skills before the first listed one. Users can
 * still call a hidden skill, and the model calls the listed skill.
 */
function competing(group: readonly ViewEntry[], { collisions, disclosure }: HostProfile): readonly ViewEntry[] {
  if (collisions.hidden !== "apart") return group;
  const isHidden = ({ shown, fields }: ViewEntry): boolean =>
    shown === "not" || Object.entries(disclosure.hiddenBy).some(([key, value]) => fields[key] === value);
  const listed = group.findIndex((entry) => !isHidden(entry));
  return listed <= 0 ? group : [...group.slice(listed)];
}

function decide(
  group: readonly ViewEntry[],
  { winner, withinRoot }: HostProfile["collisions"],
  changed: Map<ViewEntry, ViewEntry>,
): void {
  const others = `${group.length} skills are called \`${group[0]?.name}\``;
  if (winner === "all") {
    for (const entry of group)
      changed.set(entry, remarked(entry, `${others}; all of them are listed under the same name`));
    return;
  }
  const chosen = chosenOf(group, winner);
  const unsure = (entry: ViewEntry): boolean =>
    winner === "undetermined" ||
    (withinRoot === "undetermined" &&
      group.some((other) => other !== entry && other.root === chosen.root && entry.root === chosen.root));
  for (const entry of group) {
    const open = unsure(entry) ? remarked(entry, `${others}; which one the host uses is random`) : entry;
    if (entry === chosen) changed.set(entry, open);
    else
      changed.set(entry, {
        ...open,
        outcome: "overridden",
        shown: "not",
        by: chosen.path,
        because: { code: "SK720", text: `${chosen.path} has the same name and wins` },
      });
  }
}

/** For an unpredictable winner, returns the likeliest entry: the first one in the last root. */
function chosenOf(group: readonly ViewEntry[], winner: HostProfile["collisions"]["winner"]): ViewEntry {
  const last = group.at(-1) as ViewEntry;
  if (winner === "first") return group[0] as ViewEntry;
  return winner === "last" ? last : (group.find((entry) => entry.root === last.root) ?? last);
}

/** Adds a remark to an entry. For a hidden skill, the reason for hiding it stays the last remark. */
function remarked(entry: ViewEntry, text: string): ViewEntry {
  const remark: Remark = { code: "SK728", text };
  const isHidden = entry.shown === "not";
  return { ...entry, remarks: isHidden ? [remark, ...entry.remarks] : [...entry.remarks, remark] };
}
