/**
 * Takes a snapshot and a query, and returns the skills that fit best. `access` decides which skills an actor may have.
 */
import { offeredSkills } from "../activate/access/why-refused.ts";
import type { Actor, AgentScope } from "../model/conversation/offer.ts";
import type { Snapshot } from "../model/skills/snapshot.ts";
import { DamagedIndex } from "./index/postings.ts";
import { type IndexContext, type IndexOptions, KeptIndex } from "./index-skills.ts";
import type { MatchedTerm, SkillText } from "./search-document.ts";

export interface SkillSearchOptions extends IndexOptions {
  /** Maximum number of skills (default: 10). */
  readonly k?: number;
  /** The actor who searches. Only skills that this actor may have are found (default: all loaded skills). */
  readonly actor?: Actor;
  readonly scope?: AgentScope;
  /** The files that the user works on. They decide whether a skill with `paths` matches. */
  readonly files?: readonly string[];
}

/** A result of a search: the skill, its score, and the words that matched. */
export interface FoundSkill extends SkillText {
  /** The score. Scores are comparable only within one answer. */
  readonly score: number;
  /** The words that matched, the most significant first. */
  readonly terms: readonly MatchedTerm[];
  /** Set on every result if no skill fits the request well. The results are then only the nearest skills. */
  readonly weak?: true;
}

const DEFAULT_HITS = 10;

const searches = new WeakMap<object, SkillSearch>();

/** Searches the skills of a catalog, and keeps their index as long as the catalog exists. */
export function searchSkills(
  catalog: IndexContext,
  query: string | readonly string[],
  options: SkillSearchOptions = {},
): Promise<FoundSkill[]> {
  const search = searches.get(catalog) ?? new SkillSearch();
  searches.set(catalog, search);
  // The search uses the snapshot from its start, because the catalog may change while the index is read.
  const { snapshot, config, options: load } = catalog;
  return search.search(query, { snapshot, config, options: load }, options);
}

class SkillSearch {
  /** One index for each set of options. */
  readonly #kept = new Map<string, KeptIndex>();

  async search(
    query: string | readonly string[],
    context: IndexContext,
    options: SkillSearchOptions = {},
  ): Promise<FoundSkill[]> {
    const kept = this.#keptFor(options);
    try {
      return await this.#searchIn(kept, query, context, options);
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      kept.forget(context, options);
      return this.#searchIn(kept, query, context, options);
    }
  }

  async #searchIn(
    kept: KeptIndex,
    query: string | readonly string[],
    context: IndexContext,
    options: SkillSearchOptions,
  ): Promise<FoundSkill[]> {
    const { index, told } = await kept.follow(context, options);
    const may = options.actor === undefined ? undefined : idsFor(options.actor, context.snapshot, options);
    const hits = index.search(query, {
      k: options.k ?? DEFAULT_HITS,
      ...(may === undefined ? {} : { only: (id) => may.has(id) }),
    });
    return hits.map(({ id, ...hit }) => ({ ...(told.get(id) as SkillText), ...hit }));
  }

  #keptFor({ bodies = true, everything = false, cache }: IndexOptions): KeptIndex {
    const kind = JSON.stringify([bodies, everything, cache ?? null]);
    const kept = this.#kept.get(kind) ?? new KeptIndex();
    this.#kept.set(kind, kept);
    return kept;
  }
}

function idsFor(actor: Actor, snapshot: Snapshot, { scope, files }: SkillSearchOptions): ReadonlySet<string> {
  const asking = { actor, ...(scope ? { scope } : {}), ...(files ? { files } : {}) };
  return new Set(offeredSkills(snapshot, asking).map(({ loaded }) => loaded.skill.id as string));
}
