/**
 * Conductor: a snapshot and a query in, the skills that fit best out. The index is made when it is first asked for and
 * follows the snapshot: only skills that came, went or changed are read. Who may have what, `access` says.
 */
import { addressList } from "./access/addresses.ts";
import { offered } from "./access/offered.ts";
import type { Config } from "./config/config.ts";
import type { LoadOptions } from "./load.ts";
import { OperationError } from "./model/errors.ts";
import type { Actor, AgentScope } from "./model/offer.ts";
import type { Rejected, Skill, SkillId } from "./model/skill.ts";
import type { Snapshot } from "./model/snapshot.ts";
import { nodeFiles } from "./platform/node-files.ts";
import { readBody } from "./read-body.ts";
import type { MatchedTerm, SearchDocument } from "./search/search-document.ts";
import { SearchIndex } from "./search/search-index.ts";
import { splitHeadings } from "./search/split-headings.ts";

export interface SkillSearchOptions {
  /** How many skills at most; 10 unless given. */
  readonly k?: number;
  /** Whether instructions are searched too; they are unless this is false. Without them no file is read. */
  readonly bodies?: boolean;
  /** Whose search it is: only what this actor may have is found. Without one, everything that is loaded. */
  readonly actor?: Actor;
  readonly scope?: AgentScope;
  /** Files that are worked on: what a skill's `paths` wait for. */
  readonly files?: readonly string[];
  /** Every file that was found, also those that are shadowed, rejected, disabled or ineligible. */
  readonly everything?: boolean;
}

export interface FoundSkill {
  /** By which it is called; the id where it is not loaded. */
  readonly address: string;
  readonly id: SkillId;
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly score: number;
  /** Why it was found, the most telling word first. */
  readonly terms: readonly MatchedTerm[];
}

interface Candidate {
  readonly id: SkillId;
  readonly address: string;
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly source: Skill | Rejected;
}

export interface SearchContext {
  readonly snapshot: Snapshot;
  readonly options: LoadOptions;
  readonly config: Pick<Config, "limits">;
}

/** Of one instance of the library; kept as long as that. */
export class SkillSearch {
  readonly #indexes = new Map<string, { readonly index: SearchIndex; readonly known: Map<string, Skill | Rejected> }>();

  async search(
    query: string | readonly string[],
    context: SearchContext,
    { k = DEFAULT_HITS, ...options }: SkillSearchOptions = {},
  ): Promise<FoundSkill[]> {
    const candidates = new Map(candidatesOf(context.snapshot, options).map((each) => [each.id as string, each]));
    const index = await this.#indexOf(candidates, context, options);
    return index.search(query, { k }).map(({ id, score, terms }) => {
      const { address, name, description, path } = candidates.get(id) as Candidate;
      return { address, id: id as SkillId, name, description, path, score, terms };
    });
  }

  async #indexOf(
    candidates: ReadonlyMap<string, Candidate>,
    context: SearchContext,
    { bodies = true, everything = false, actor, scope }: SkillSearchOptions,
  ): Promise<SearchIndex> {
    const key = JSON.stringify([bodies, everything, actor ?? null, scope?.skills ?? null]);
    let kept = this.#indexes.get(key);
    if (kept === undefined) {
      kept = { index: new SearchIndex(), known: new Map() };
      this.#indexes.set(key, kept);
    }
    const { index, known } = kept;
    for (const id of known.keys()) {
      if (candidates.has(id)) continue;
      index.remove(id);
      known.delete(id);
    }
    for (const [id, { source }] of candidates) {
      if (known.get(id) === source) continue;
      index.add(await documentOf(source, context, bodies));
      known.set(id, source);
    }
    return index;
  }
}

const DEFAULT_HITS = 10;

function candidatesOf(snapshot: Snapshot, { everything, actor, scope, files }: SkillSearchOptions): Candidate[] {
  if (actor !== undefined) {
    const asking = { actor, ...(scope ? { scope } : {}), ...(files ? { files } : {}) };
    return offered(snapshot, asking).map(({ address, loaded }) => candidate(loaded.skill, address));
  }
  const addresses = addressList(snapshot);
  const loaded = snapshot.skills.map(({ skill }, at) => candidate(skill, addresses[at] as string));
  if (!everything) return loaded;
  const others = [...snapshot.shadowed, ...snapshot.disabled, ...snapshot.ineligible].map(({ skill }) =>
    candidate(skill, skill.id),
  );
  const rejected = snapshot.rejected.map((each) => ({
    ...{ id: each.id, address: each.id as string, name: each.name, description: "", path: each.path, source: each },
  }));
  return [...loaded, ...others, ...rejected];
}

function candidate(skill: Skill, address: string): Candidate {
  const { id, name, description, path } = skill;
  return { id, address, name, description, path, source: skill };
}

async function documentOf(source: Skill | Rejected, context: SearchContext, bodies: boolean): Promise<SearchDocument> {
  if (!("manifest" in source)) return rejectedDocument(source, context, bodies);
  const { id, name, description, manifest } = source;
  const extra = [manifest.whenToUse ?? "", ...(manifest.triggers ?? [])].join("\n").trim();
  const document = { id, name, description, extra };
  if (!bodies) return document;
  const { headings, rest } = splitHeadings(await bodyOf(source, context));
  return { ...document, headings, body: rest };
}

async function bodyOf(skill: Skill, { options, config }: SearchContext): Promise<string> {
  try {
    return (await readBody(skill, options, config.limits)).body;
  } catch (error) {
    // Gone or changed since it was listed; its name and description are there all the same.
    if (!(error instanceof OperationError)) throw error;
    return "";
  }
}

/** What is no skill has no parts that can be told from each other. */
function rejectedDocument(
  { id, name, path, root }: Rejected,
  { options: { files = nodeFiles }, config }: SearchContext,
  bodies: boolean,
): SearchDocument {
  const document = { id, name, description: "" };
  if (!bodies || root.source !== undefined) return document;
  try {
    const text = new TextDecoder().decode(files.readFile(path, config.limits.maxSkillBytes));
    return { ...document, body: text };
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return document;
  }
}
