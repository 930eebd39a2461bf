/** How each skill is called, so that no two are called alike: by name, by `name@scope`, or by id. */
import { nameKey } from "../catalog/name-key.ts";
import type { Loaded, Snapshot } from "../model/snapshot.ts";

const known = new WeakMap<Snapshot, ReadonlyMap<Loaded, string>>();

export function addressesOf(snapshot: Snapshot): ReadonlyMap<Loaded, string> {
  const before = known.get(snapshot);
  if (before) return before;
  const made = makeAddresses(snapshot.skills);
  known.set(snapshot, made);
  return made;
}

function makeAddresses(skills: readonly Loaded[]): ReadonlyMap<Loaded, string> {
  const names = count(skills, ({ skill }) => nameKey(skill.name));
  const qualified = count(skills, qualifiedName);
  return new Map(
    skills.map((loaded) => {
      const { skill } = loaded;
      if (names.get(nameKey(skill.name)) === 1) return [loaded, skill.name];
      return [loaded, qualified.get(qualifiedName(loaded)) === 1 ? `${skill.name}@${skill.scope}` : skill.id];
    }),
  );
}

function qualifiedName({ skill }: Loaded): string {
  return `${nameKey(skill.name)}@${skill.scope}`;
}

function count(skills: readonly Loaded[], key: (loaded: Loaded) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const loaded of skills) counts.set(key(loaded), (counts.get(key(loaded)) ?? 0) + 1);
  return counts;
}
