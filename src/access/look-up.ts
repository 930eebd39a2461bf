/**
 * What was asked for, among all that was found: one skill, several of that name, or none and why. Built once for each
 * snapshot; a question then costs the same with ten skills and with ten thousand.
 */
import { nameKey } from "../catalog/name-key.ts";
import { nearest } from "../diagnostics/nearest.ts";
import type { Asking, Offered, Refusal } from "../model/offer.ts";
import type { Loaded, Snapshot } from "../model/snapshot.ts";
import { addressesOf } from "./addresses.ts";
import { fromProject } from "./from-project.ts";
import { refuse } from "./refuse.ts";

/** `by`: what settled it, most authoritative first. */
export type LookUp =
  | { readonly found: Offered; readonly by: "path" | "id" | "qualified" | "name" }
  | { readonly refusal: Refusal; readonly loaded?: Loaded };

/** A path or an id, then a qualified name, then a plain name if it is the only one. */
export function lookUp(asked: string, snapshot: Snapshot, given: Asking): LookUp {
  const asking = fromProject(given, snapshot);
  const index = indexOf(snapshot);
  const exact = index.byPath.get(asked) ?? index.byId.get(asked);
  if (exact) return grant(asked, exact, index.byPath.has(asked) ? "path" : "id", snapshot, asking);
  const key = nameKey(asked);
  const qualified = index.byQualified.get(key) ?? [];
  const named = index.byName.get(key) ?? [];
  const list = named.length > 0 ? named : qualified.length > 0 ? qualified : (index.byAddress.get(key) ?? []);
  const [only] = list;
  if (only === undefined) return { refusal: absent(asked, key, index, snapshot, asking) };
  if (list.length === 1)
    return grant(asked, only, named.length > 0 && !asked.includes(":") ? "name" : "qualified", snapshot, asking);
  const open = list.filter((each) => refuse(each, asking) === undefined);
  const [single] = open;
  if (single !== undefined && open.length === 1) return grant(asked, single, "name", snapshot, asking);
  return { refusal: ambiguous(asked, open.length > 0 ? open : list, snapshot) };
}

/** Whether a name means anything here at all; cheap, for telling a mention from other text. */
export function isKnown(asked: string, snapshot: Snapshot): boolean {
  const index = indexOf(snapshot);
  const key = nameKey(asked);
  return (
    index.byName.has(key) ||
    index.byQualified.has(key) ||
    index.byAddress.has(key) ||
    index.absent.has(key) ||
    index.byPath.has(asked) ||
    index.byId.has(asked)
  );
}

function grant(
  asked: string,
  loaded: Loaded,
  by: "path" | "id" | "qualified" | "name",
  snapshot: Snapshot,
  asking: Asking,
): LookUp {
  const reason = refuse(loaded, asking);
  if (reason) return { refusal: { asked, candidates: [], ...reason }, loaded };
  return { found: { address: addressesOf(snapshot).get(loaded) ?? loaded.skill.id, loaded }, by };
}

function ambiguous(asked: string, list: readonly Loaded[], snapshot: Snapshot): Refusal {
  const names = addressesOf(snapshot);
  const candidates = list.map((each) => names.get(each) ?? each.skill.id);
  return {
    code: "SK310",
    asked,
    reason: `${list.length} skills are called \`${asked}\``,
    help: `say which: ${candidates.map((each) => `\`${each}\``).join(", ")}`,
    candidates,
  };
}

/** Found, but not loaded; or not there at all, with the names that come near. */
function absent(asked: string, key: string, index: Index, snapshot: Snapshot, asking: Asking): Refusal {
  const reason = index.absent.get(asked) ?? index.absent.get(key);
  if (reason) return { asked, candidates: [], ...reason };
  const names = addressesOf(snapshot);
  const open = snapshot.skills.filter((each) => refuse(each, asking) === undefined);
  const near = nearest(
    asked,
    open.slice(0, MAX_NEAR).map((each) => names.get(each) ?? each.skill.id),
  );
  return {
    code: "SK301",
    asked,
    reason: "there is no such skill",
    ...(near.length > 0 ? { help: `did you mean ${near.map((each) => `\`${each}\``).join(", ")}?` } : {}),
    candidates: near,
  };
}

/** Names that are compared with a misspelt one. */
const MAX_NEAR = 10_000;

interface Index {
  readonly byPath: ReadonlyMap<string, Loaded>;
  readonly byId: ReadonlyMap<string, Loaded>;
  /** `name@scope`, as a key. */
  readonly byQualified: ReadonlyMap<string, readonly Loaded[]>;
  readonly byName: ReadonlyMap<string, readonly Loaded[]>;
  /** Only the addresses that are neither: those of names that cannot be shown as they are. */
  readonly byAddress: ReadonlyMap<string, readonly Loaded[]>;
  /** By path, id and name: what was found and is not loaded. */
  readonly absent: ReadonlyMap<string, Pick<Refusal, "code" | "reason" | "help">>;
}

const known = new WeakMap<Snapshot, Index>();

function indexOf(snapshot: Snapshot): Index {
  const before = known.get(snapshot);
  if (before) return before;
  const made = makeIndex(snapshot);
  known.set(snapshot, made);
  return made;
}

function makeIndex(snapshot: Snapshot): Index {
  const byPath = new Map<string, Loaded>();
  const byId = new Map<string, Loaded>();
  const byQualified = new Map<string, Loaded[]>();
  const byName = new Map<string, Loaded[]>();
  for (const loaded of snapshot.skills) {
    const { id, path, directory, realPath, name, scope } = loaded.skill;
    byId.set(id, loaded);
    for (const place of [path, directory, realPath])
      if (place !== undefined && !byPath.has(place)) byPath.set(place, loaded);
    append(byName, nameKey(name), loaded);
    append(byQualified, nameKey(`${name}@${scope}`), loaded);
  }
  const byAddress = new Map<string, readonly Loaded[]>();
  for (const [loaded, address] of addressesOf(snapshot))
    if (address !== loaded.skill.name) byAddress.set(nameKey(address), [loaded]);
  return { byPath, byId, byQualified, byName, byAddress, absent: absentOf(snapshot) };
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function absentOf({ shadowed, disabled, ineligible, rejected }: Snapshot): Index["absent"] {
  const absent = new Map<string, Pick<Refusal, "code" | "reason" | "help">>();
  const note = (places: readonly (string | undefined)[], reason: Pick<Refusal, "code" | "reason" | "help">): void => {
    for (const place of places) if (place !== undefined && !absent.has(place)) absent.set(place, reason);
  };
  for (const { skill, reason } of disabled)
    note([skill.path, skill.directory, skill.id, nameKey(skill.name)], {
      code: "SK203",
      reason,
      help: `\`skillwright enable ${skill.name}\` lets it in again`,
    });
  for (const { skill, missing } of ineligible)
    note([skill.path, skill.directory, skill.id, nameKey(skill.name)], {
      code: missing[0]?.code ?? "SK208",
      reason: missing.map((each) => each.message).join("; "),
    });
  for (const { id, path, name, diagnostics } of rejected)
    note([path, id, nameKey(name)], {
      code: diagnostics[0]?.code ?? "SK003",
      reason: `it cannot be loaded: ${diagnostics[0]?.message ?? "its file is broken"}`,
      help: `\`skillwright explain ${name}\` says how to mend it`,
    });
  // By name another one answers; only its own path and id lead here.
  for (const { skill, by, reason } of shadowed)
    note([skill.path, skill.directory, skill.id], { code: "SK201", reason, help: `\`${by}\` is used in its place` });
  return absent;
}
