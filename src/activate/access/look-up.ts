/**
 * Looks up a name among all skills that were found. The result is one skill, several skills with that name, or no skill
 * and the reason. The cost does not depend on the number of skills.
 */
import type { OfferedSkill, Refusal, SkillRequester } from "../../model/conversation/offer.ts";
import type { Loaded, Snapshot } from "../../model/skills/snapshot.ts";
import { NearestNames } from "../../model/text/matching/nearest.ts";
import { nameKey } from "../../model/text/text.ts";
import { addressesOf } from "./addresses.ts";
import { skillIndex, skillsInScope } from "./skill-index.ts";
import { relativeToProject, whyRefused } from "./why-refused.ts";

/** Result of a lookup. `by` is the kind of reference that matched. The type lists the most authoritative kind first. */
export type LookupResult =
  | { readonly found: OfferedSkill; readonly by: "path" | "id" | "qualified" | "name" }
  | { readonly refusal: Refusal; readonly loaded?: Loaded };

/**
 * Looks up the text as a path or an id, then as a name. If several skills match and the actor may use more than one of
 * them, the result is a refusal that lists them.
 */
export function lookUpSkill(asked: string, snapshot: Snapshot, given: SkillRequester): LookupResult {
  const asking = relativeToProject(given, snapshot);
  const index = skillIndex(snapshot);
  const exact = index.byPath.get(asked) ?? index.byId.get(asked) ?? index.overriddenByPath.get(asked);
  if (exact) return grant(asked, exact, exact.skill.id === asked ? "id" : "path", snapshot, asking);
  const key = nameKey(asked);
  const named = index.byName.get(key) ?? [];
  const lists = [named, skillsInScope(key, index), index.byAddress.get(key), index.overriddenByName.get(key)];
  const list = lists.find((each) => each !== undefined && each.length > 0) ?? [];
  const by = named.length > 0 && !asked.includes(":") ? "name" : "qualified";
  const [only] = list;
  if (only === undefined) return lacking(asked, snapshot, asking) ?? { refusal: absent(asked, snapshot, asking) };
  if (list.length === 1) return grant(asked, only, by, snapshot, asking);
  const open = list.filter((each) => whyRefused(each, asking) === undefined);
  const [single] = open;
  if (single !== undefined && open.length === 1) return grant(asked, single, by, snapshot, asking);
  return { refusal: ambiguous(asked, open.length > 0 ? open : list, snapshot) };
}

/**
 * Returns true if a word is the name, the address or the path of a skill file that was found. The check is cheap,
 * because a scan runs it for every possible mention.
 */
export function isKnownName(asked: string, snapshot: Snapshot): boolean {
  const index = skillIndex(snapshot);
  const key = nameKey(asked);
  return (
    index.byName.has(key) ||
    index.byAddress.has(key) ||
    index.overriddenByName.has(key) ||
    index.absentByName.has(key) ||
    isSkillPath(asked, snapshot) ||
    skillsInScope(key, index).length > 0
  );
}

/** Returns whether the text is the path or the id of a file that was found. */
export function isSkillPath(asked: string, snapshot: Snapshot): boolean {
  const { byPath, byId, overriddenByPath, absentByPath } = skillIndex(snapshot);
  return [byPath, byId, overriddenByPath, absentByPath].some((paths) => paths.has(asked));
}

/** Returns addresses that distinguish the skills with the same plain name. */
export function qualifiedAddresses(name: string, snapshot: Snapshot): string[] {
  const list = skillIndex(snapshot).byName.get(nameKey(name)) ?? [];
  return list
    .slice(0, MAX_CANDIDATES)
    .map(({ skill: { name: own, scope, id } }) =>
      list.filter(({ skill }) => skill.scope === scope).length === 1 ? `${own}@${scope}` : id,
    );
}

function grant(
  asked: string,
  loaded: Loaded,
  by: "path" | "id" | "qualified" | "name",
  snapshot: Snapshot,
  asking: SkillRequester,
): LookupResult {
  const reason = whyRefused(loaded, asking);
  if (reason) return { refusal: { asked, candidates: [], ...reason }, loaded };
  return { found: { address: addressOf(loaded, snapshot), loaded }, by };
}

/** Returns the shortest address that selects exactly this skill, even if another skill has the same name. */
function addressOf(loaded: Loaded, snapshot: Snapshot): string {
  const address = addressesOf(snapshot).get(loaded);
  if (address !== undefined) return address;
  const { name, scope, id } = loaded.skill;
  const index = skillIndex(snapshot);
  const short = `${name}@${scope}`;
  const key = nameKey(short);
  const isTaken = index.byName.has(key) || skillsInScope(key, index).length > 0 || index.byAddress.has(key);
  return !isTaken && index.overriddenByName.get(key)?.length === 1 ? short : id;
}

/**
 * Returns a skill that cannot be loaded only because environment variables are missing. Returns undefined if the user
 * cannot be asked for the values.
 */
function lacking(asked: string, snapshot: Snapshot, asking: SkillRequester): LookupResult | undefined {
  if (!asking.asksForVariables) return undefined;
  const { lackingVariables } = skillIndex(snapshot);
  const loaded = lackingVariables.get(asked) ?? lackingVariables.get(nameKey(asked));
  if (loaded === undefined) return undefined;
  const reason = whyRefused(loaded, asking);
  if (reason) return { refusal: { asked, candidates: [], ...reason }, loaded };
  const { id, name } = loaded.skill;
  return { found: { address: skillIndex(snapshot).byName.has(nameKey(name)) ? id : name, loaded }, by: "name" };
}

/** Maximum skill addresses in one refusal. */
const MAX_CANDIDATES = 10;

function ambiguous(asked: string, list: readonly Loaded[], snapshot: Snapshot): Refusal {
  const candidates = list.slice(0, MAX_CANDIDATES).map((each) => addressOf(each, snapshot));
  return {
    code: "SK310",
    asked,
    reason: `${list.length} skills are called \`${asked}\``,
    help: `choose one: ${candidates.map((each) => `\`${each}\``).join(", ")}`,
    candidates,
  };
}

/**
 * Returns why a skill was found but not loaded. For a skill that does not exist, the refusal suggests similar names.
 */
function absent(asked: string, snapshot: Snapshot, asking: SkillRequester): Refusal {
  const { absentByPath, absentByName } = skillIndex(snapshot);
  const reason = absentByPath.get(asked) ?? absentByName.get(nameKey(asked));
  if (reason) return { asked, candidates: [], ...reason };
  const { names, byAddress } = nearNames(snapshot);
  const near = names.nearest(asked, {
    accepts: (address) => whyRefused(byAddress.get(address) as Loaded, asking) === undefined,
  });
  return {
    code: "SK301",
    asked,
    reason: "there is no such skill",
    ...(near.length > 0 ? { help: `did you mean ${near.map((each) => `\`${each}\``).join(", ")}?` } : {}),
    candidates: near,
  };
}

interface Near {
  readonly names: NearestNames;
  readonly byAddress: ReadonlyMap<string, Loaded>;
}

const near = new WeakMap<Snapshot, Near>();

/** Maximum names that are compared with a misspelt name. */
const MAX_NEAR = 20_000;

function nearNames(snapshot: Snapshot): Near {
  const before = near.get(snapshot);
  if (before) return before;
  const byAddress = new Map<string, Loaded>();
  for (const [loaded, address] of addressesOf(snapshot)) if (byAddress.size < MAX_NEAR) byAddress.set(address, loaded);
  const made = { names: new NearestNames([...byAddress.keys()]), byAddress };
  near.set(snapshot, made);
  return made;
}
