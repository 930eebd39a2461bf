/**
 * Gives each skill a unique address: its name, `name@scope`, or its id. An address is always one visible line, because
 * a model must copy it exactly.
 */
import { calledName } from "../../model/skills/skill.ts";
import type { Loaded, Snapshot } from "../../model/skills/snapshot.ts";
import { nameKey, oneLine } from "../../model/text/text.ts";

const known = new WeakMap<Snapshot, ReadonlyMap<Loaded, string>>();
const lists = new WeakMap<Snapshot, readonly string[]>();

export function addressesOf(snapshot: Snapshot): ReadonlyMap<Loaded, string> {
  const before = known.get(snapshot);
  if (before) return before;
  const list = addressList(snapshot);
  const made = new Map(snapshot.skills.map((loaded, at) => [loaded, list[at] as string]));
  known.set(snapshot, made);
  return made;
}

/**
 * Returns the addresses in the order of the snapshot's skills. Callers that need all addresses use this list, because
 * building a map of ten thousand skills is slow.
 */
export function addressList(snapshot: Snapshot): readonly string[] {
  const before = lists.get(snapshot);
  if (before) return before;
  const made = makeAddresses(snapshot.skills);
  lists.set(snapshot, made);
  return made;
}

function makeAddresses(skills: readonly Loaded[]): readonly string[] {
  const names = skills.map(({ skill }) => oneLine(calledName(skill)));
  const keys = names.map(nameKey);
  const taken = new Set(keys);
  // A name without visible characters cannot be an address.
  if (taken.size === skills.length && !taken.has("")) return names;
  const uses = count(keys);
  const alone = keys.map((key) => key !== "" && uses.get(key) === 1);
  const qualified = qualify(
    skills.filter((_, at) => !alone[at]),
    new Set<string>(skills.map(({ skill }) => skill.id)),
    taken,
  );
  return skills.map((loaded, at) => qualified.get(loaded) ?? (names[at] as string));
}

/** Finds longer addresses for skills that share a name. */
function qualify(open: readonly Loaded[], ids: ReadonlySet<string>, taken: Set<string>): Map<Loaded, string> {
  const addresses = new Map<Loaded, string>();
  const qualified = count(open.map(qualifiedKey));
  for (const loaded of open) {
    const { scope, id } = loaded.skill;
    const name = calledName(loaded.skill);
    const free = (address: string): boolean =>
      !taken.has(nameKey(address)) && (address === id || !ids.has(address)) && address !== "";
    const alone = qualified.get(qualifiedKey(loaded)) === 1 && oneLine(name) !== "";
    let address = alone ? `${oneLine(name)}@${scope}` : oneLine(id);
    if (!free(address)) address = oneLine(id);
    // A number is added to an address only if other skills have names or paths that were chosen to collide with it.
    for (let number = 2; !free(address); number++) address = `${oneLine(id)}~${number}`;
    taken.add(nameKey(address));
    addresses.set(loaded, address);
  }
  return addresses;
}

function qualifiedKey({ skill }: Loaded): string {
  return nameKey(`${oneLine(calledName(skill))}@${skill.scope}`);
}

function count(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
