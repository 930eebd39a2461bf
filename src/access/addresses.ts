/**
 * How each skill is called, so that no two are called alike: by name, by `name@scope`, or by id. An address is one visible
 * line, whatever the name is, because a model has to write it as it reads it.
 */
import { nameKey } from "../catalog/name-key.ts";
import type { Loaded, Snapshot } from "../model/snapshot.ts";
import { oneLine } from "../text/one-line.ts";

const known = new WeakMap<Snapshot, ReadonlyMap<Loaded, string>>();

export function addressesOf(snapshot: Snapshot): ReadonlyMap<Loaded, string> {
  const before = known.get(snapshot);
  if (before) return before;
  const made = makeAddresses(snapshot.skills);
  known.set(snapshot, made);
  return made;
}

function makeAddresses(skills: readonly Loaded[]): ReadonlyMap<Loaded, string> {
  const names = count(skills.map(({ skill }) => nameKey(oneLine(skill.name))));
  const addresses = new Map<Loaded, string>();
  const taken = new Set(names.keys());
  for (const loaded of skills) {
    const name = oneLine(loaded.skill.name);
    // A name without anything to see is no address.
    addresses.set(loaded, names.get(nameKey(name)) === 1 && name !== "" ? name : "");
  }
  if (names.size < skills.length || names.has("")) qualify(skills, addresses, taken);
  return addresses;
}

/** The next best for those that share their name. */
function qualify(skills: readonly Loaded[], addresses: Map<Loaded, string>, taken: Set<string>): void {
  const open = skills.filter((loaded) => addresses.get(loaded) === "");
  const qualified = count(open.map(qualifiedKey));
  const ids = new Set<string>(skills.map(({ skill }) => skill.id));
  for (const loaded of open) {
    const { name, scope, id } = loaded.skill;
    const free = (address: string): boolean =>
      !taken.has(nameKey(address)) && (address === id || !ids.has(address)) && address !== "";
    const alone = qualified.get(qualifiedKey(loaded)) === 1 && oneLine(name) !== "";
    let address = alone ? `${oneLine(name)}@${scope}` : oneLine(id);
    if (!free(address)) address = oneLine(id);
    // Only names and paths that are made to be confused get this far.
    for (let number = 2; !free(address); number++) address = `${oneLine(id)}~${number}`;
    taken.add(nameKey(address));
    addresses.set(loaded, address);
  }
}

function qualifiedKey({ skill }: Loaded): string {
  return nameKey(`${oneLine(skill.name)}@${skill.scope}`);
}

function count(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
