/** Entries of one host in its order in; the same with losers marked, and what cannot be told said, out. */
import type { HostProfile } from "../model/host-profile.ts";
import type { Files } from "../platform/files.ts";
import type { ViewEntry } from "./host-view.ts";
import { follow } from "./walk.ts";

export function collide(entries: readonly ViewEntry[], profile: HostProfile, files: Files): ViewEntry[] {
  return byName(byTarget(entries, files), profile);
}

/** Where the host keeps each file once, whatever links lead to it, the first way to it counts. */
function byTarget(entries: readonly ViewEntry[], files: Files): ViewEntry[] {
  const first = new Map<string, string>();
  return entries.map((entry) => {
    if (entry.outcome !== "visible" || !entry.root.walk.once) return entry;
    const target = follow(entry.path, files) ?? entry.path;
    const by = first.get(target);
    first.set(target, by ?? entry.path);
    if (by === undefined) return entry;
    return {
      ...entry,
      outcome: "shadowed",
      shown: "not",
      by,
      because: { code: "SK721", text: `it is the same file as ${by}` },
    };
  });
}

function byName(entries: readonly ViewEntry[], { collisions }: HostProfile): ViewEntry[] {
  const groups = new Map<string, ViewEntry[]>();
  for (const entry of entries) {
    if (entry.outcome !== "visible") continue;
    const key = collisions.key === "name-folded" ? entry.name.toLowerCase() : entry.name;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  const changed = new Map<ViewEntry, ViewEntry>();
  for (const group of groups.values()) if (group.length > 1) decide(group, collisions.winner, changed);
  return entries.map((entry) => changed.get(entry) ?? entry);
}

function decide(
  group: readonly ViewEntry[],
  winner: HostProfile["collisions"]["winner"],
  changed: Map<ViewEntry, ViewEntry>,
): void {
  const others = `${group.length} skills are called \`${group[0]?.name}\``;
  if (winner === "all") {
    for (const entry of group)
      changed.set(entry, remarked(entry, `${others}; all are listed, and the name alone does not say which`));
    return;
  }
  const chosen = (winner === "first" ? group[0] : group.at(-1)) as ViewEntry;
  for (const entry of group) {
    const open =
      winner === "undetermined" ? remarked(entry, `${others}; which of them is used changes from run to run`) : entry;
    if (entry === chosen) changed.set(entry, open);
    else
      changed.set(entry, {
        ...open,
        outcome: "shadowed",
        shown: "not",
        by: chosen.path,
        because: { code: "SK720", text: `${chosen.path} has the same name and wins` },
      });
  }
}

function remarked(entry: ViewEntry, text: string): ViewEntry {
  return { ...entry, remarks: [...entry.remarks, { code: "SK728", text }] };
}
