/**
 * Answers one request of a process that ends afterwards. If nothing has changed since the last search, the answer comes
 * from the stored index, and no skills are loaded.
 */
import type { LoadOptions } from "../../catalog/load/load.ts";
import type { SkillSearchOptions } from "../../search/search-skills.ts";
import { LoadRecorder, placeOf, type SearchAnswer, searchStored } from "../../search/search-stored.ts";
import type { StoredSkill } from "../../search/stored-load.ts";
import type { Skills } from "../open-skills.ts";

export async function searchOnce(
  query: string,
  options: SkillSearchOptions,
  load: LoadOptions,
  nowMs = Date.now(),
): Promise<SearchAnswer> {
  const { bodies = true, everything = false, actor, cache, k, onFinding = () => undefined } = options;
  const isPlain = bodies && !everything && actor === undefined && cache === undefined;
  const place = isPlain ? placeOf(load) : undefined;
  const stored = place && searchStored(query, place, k, onFinding);
  if (stored !== undefined) return stored;
  const { openSkills } = await import("../open-skills.ts");
  const recorder = place && new LoadRecorder(load, place, nowMs);
  const skills = await openSkills(recorder?.load ?? load);
  const answer = await searchOpen(query, recorder ? { ...options, onStored: recorder.onStored } : options, skills);
  // The answer is stored only if no policy and no server is involved. A policy can depend on the time, and a server can
  // change its skills at any time.
  const isFixed = skills.profile.runtime === "engine" && skills.policy.length === 0 && skills.sources.length === 0;
  if (recorder && isFixed) recorder.finish(skills.snapshot, await storedSkills(skills), onFinding);
  return answer;
}

export async function searchOpen(query: string, options: SkillSearchOptions, skills: Skills): Promise<SearchAnswer> {
  const found = await skills.search(query, options);
  const { host, revision, skills: loaded } = skills.snapshot;
  const withheld = new Map(loaded.map((each) => [each.skill.id as string, each.withheld]));
  const hits = found.map((hit) => {
    const why = withheld.get(hit.id);
    return why === undefined ? hit : { ...hit, withheld: why };
  });
  return { found: hits, host, revision, size: loaded.length };
}

/** Returns the data of each loaded skill for later answers, by id. */
async function storedSkills({ snapshot }: Skills): Promise<ReadonlyMap<string, StoredSkill>> {
  const { addressList } = await import("../../activate/access/addresses.ts");
  const addresses = addressList(snapshot);
  return new Map(
    snapshot.skills.map(({ skill: { id, name, description, path, header }, withheld }, at) => {
      const text = { address: addresses[at] as string, id, name, description, path, header };
      return [id, withheld === undefined ? text : { ...text, withheld }];
    }),
  );
}
