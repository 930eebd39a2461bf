/**
 * Tests whether requests find the skills that have trigger tests, among all other skills. Offline, it ranks each
 * request against the catalog as the host writes it. Live, it gives a model the same catalog and the host's tool
 * several times, and records the skills that the model loads.
 */

import { createHash } from "node:crypto";
import type { Catalog } from "../../activate/list-catalog.ts";
import type { LoadOptions } from "../../catalog/load/load.ts";
import { findOverlaps } from "../../format/check/overlaps.ts";
import type { ListedEntry } from "../../model/conversation/catalog-text.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Loaded } from "../../model/skills/snapshot.ts";
import { nameKey } from "../../model/text/text.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { buildIndex, type SearchIndex } from "../../search/index/search-index.ts";
import type { SearchDocument } from "../../search/search-document.ts";
import { INCOMPLETE_CODES, raiseToErrors } from "../check/incomplete.ts";
import { pickLoadOptions } from "../check-options.ts";
import { openSkills, type Skills } from "../open-skills.ts";
import { runCases } from "./ask-runs.ts";
import { findTriggerSets } from "./find-trigger-sets.ts";
import { type EvalRun, judgeRuns, type LiveReport } from "./judge-runs.ts";
import type { AskModel } from "./model/conversation.ts";
import { type ExampleProposal, proposeExamples } from "./propose-examples.ts";
import { type Ranking, type RankOptions, rankCases } from "./rank-cases.ts";
import type { TriggerCase } from "./read-trigger-set.ts";

/** The skills to test, the host, and a model if the test is live. */
export interface EvalOptions extends LoadOptions {
  /** Names, ids or paths of skills, or directories that contain skills (default: all loaded skills). */
  readonly skills?: readonly string[];
  readonly window?: number;
  /** A request passes if the skill is among the first `top` hits (default: 3). */
  readonly top?: number;
  readonly live?: LiveOptions;
}

export interface LiveOptions {
  readonly ask: AskModel;
  /** The model and its endpoint as a key. Stored runs are reused only if their key is the same. */
  readonly model: string;
  /** Number of runs for each request (default: 3). */
  readonly runs?: number;
  /** Number of concurrent requests (default: 4). */
  readonly concurrency?: number;
  /** Known runs, by key. New runs are reported through a callback, so that the caller can store them. */
  readonly known?: ReadonlyMap<string, EvalRun>;
  readonly onRun?: (key: string, run: EvalRun) => void;
}

export interface SkillEval {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** How the catalog lists the skill: in full, shortened, by name only, or not at all. */
  readonly coverage: Catalog["entries"][number]["coverage"] | "not-offered";
  readonly sets: readonly string[];
  /** The skill that overrides this one. For the test, the tested skill replaces it in the catalog. */
  readonly insteadOf?: string;
  readonly offline: Ranking;
  /** Example requests for the description that also improve the ranking of other requests. */
  readonly examples?: ExampleProposal;
  /** Skills with nearly the same description. */
  readonly overlaps: readonly string[];
  readonly live?: LiveReport;
}

/** The results of trigger tests, for each skill and in total. */
export interface EvalReport {
  readonly host: string;
  readonly window?: number;
  /** Host whose catalog lists the skills. */
  readonly catalog: string;
  readonly competing: number;
  readonly skills: readonly SkillEval[];
  readonly diagnostics: readonly Diagnostic[];
}

const TOP = 3;

/**
 * Runs the trigger tests. An offline test runs nothing and sends nothing to a model, so it does not need trust in the
 * folder.
 */
export async function evalSkills(options: EvalOptions): Promise<EvalReport> {
  const skills = await openSkills({ trust: "all", ...pickLoadOptions(options) });
  const catalog = await skills.catalog(options.window === undefined ? {} : { window: options.window });
  const targets = targetsOf(skills, options.skills ?? []);
  const index = indexOf(catalog, skills);
  const rivals = findOverlaps(skills.skills);
  const reports: SkillEval[] = [];
  const [diagnostics] = raiseToErrors(skills.snapshot.diagnostics, INCOMPLETE_CODES);
  for (const skill of targets) {
    const found = findTriggerSets(skill, options.files ?? nodeFiles, (name) => nameKey(name) === nameKey(skill.name));
    diagnostics.push(...found.flatMap((set) => set.diagnostics));
    const cases = found.flatMap((set) => set.cases);
    if (cases.length === 0) continue;
    const insteadOf = skills.snapshot.overridden.find((each) => each.skill.id === skill.id)?.by;
    const entry = catalog.entries.find(({ id }) => id === (insteadOf ?? skill.id));
    const address = entry?.address ?? skill.name;
    const top = { top: options.top ?? TOP, skills: catalog.entries.length };
    const rankWith = (description: string): Ranking => index.rankWith(description, address, cases, top);
    const offline = insteadOf === undefined ? index.rank(address, cases, top) : rankWith(skill.description);
    const isShown = entry?.coverage === "full";
    const proposal = isShown
      ? proposeExamples(skill.description, offline.cases, (description) => rankWith(description).cases)
      : undefined;
    reports.push({
      id: skill.id,
      name: skill.name,
      path: skill.path,
      coverage: entry?.coverage ?? "not-offered",
      sets: found.filter((set) => set.cases.length > 0).map((set) => set.path),
      ...(insteadOf === undefined ? {} : { insteadOf }),
      offline,
      ...(proposal === undefined ? {} : { examples: proposal }),
      overlaps: rivals
        .filter(({ path, related }) => path === skill.path || related?.some((each) => each.path === skill.path))
        .flatMap(({ path, related = [] }) => [path ?? "", ...related.map((each) => each.path)])
        .filter((path) => path !== skill.path && path !== ""),
      // An overridden skill has no live run. A session would offer only the skill that overrides it.
      ...(options.live && insteadOf === undefined
        ? { live: await runLive(skill, address, cases, skills, catalog, options, options.live) }
        : {}),
    });
  }
  if ((options.skills ?? []).length === 0) diagnostics.push(...reportUntested(skills, options));
  return {
    host: catalog.host,
    ...(options.window === undefined ? {} : { window: options.window }),
    catalog: catalog.revision,
    competing: catalog.entries.length,
    skills: reports,
    diagnostics,
  };
}

/** Reports overridden skills that have trigger tests, because they are not tested. */
function reportUntested({ snapshot }: Skills, { files = nodeFiles }: EvalOptions): Diagnostic[] {
  return snapshot.overridden.flatMap(({ skill, by, selectable }) => {
    const sets = findTriggerSets(skill, files, (name) => nameKey(name) === nameKey(skill.name));
    if (sets.every(({ cases }) => cases.length === 0)) return [];
    return diagnostic("SK201", {
      path: skill.path,
      message: `the requests of \`${skill.id}\` are not tested: \`${by}\` overrides it`,
      help: selectable
        ? `run \`skillwright eval ${skill.id}\` to test this skill instead of that skill`
        : `run \`skillwright eval ${skill.directory}\` to test this skill alone`,
    });
  });
}

/** Returns skills by name, or all skills below a directory. Throws if there are none. */
function targetsOf(skills: Skills, asked: readonly string[]): readonly Skill[] {
  if (asked.length === 0) return skills.skills;
  const found = asked.flatMap((each) => {
    const below = skills.skills.filter(({ directory }) => directory === each || directory.startsWith(`${each}/`));
    if (below.length > 0) return below;
    const named = skills.find(each)?.skill;
    if (named) return [named];
    throw new OperationError("SK301", `there is no skill \`${each}\``, {
      hint: "`skillwright list` shows all of them",
    });
  });
  return [...new Set(found)];
}

/** An index of the catalog text that a model reads. It can also rank with a different description. */
class CatalogIndex {
  readonly #documents: ReadonlyMap<string, SearchDocument>;
  readonly #index: SearchIndex;

  constructor(documents: readonly SearchDocument[]) {
    this.#documents = new Map(documents.map((document) => [document.id, document]));
    this.#index = buildIndex(documents);
  }

  rank(address: string, cases: readonly TriggerCase[], options: RankOptions): Ranking {
    return rankCases(address, cases, this.#index, options);
  }

  /** Ranks requests as if the skill had this description. */
  rankWith(description: string, address: string, cases: readonly TriggerCase[], options: RankOptions): Ranking {
    const original = this.#documents.get(address);
    this.#index.add({ id: address, name: address, description });
    try {
      return this.rank(address, cases, options);
    } finally {
      if (original === undefined) this.#index.remove(address);
      else this.#index.add(original);
    }
  }
}

/** Builds an index of the text that the model reads. Words that the budget removed from the catalog cannot be found. */
function indexOf({ entries }: Catalog, { snapshot }: Skills): CatalogIndex {
  const skills = new Map(snapshot.skills.map((loaded) => [loaded.skill.id, loaded]));
  return new CatalogIndex(
    entries
      .filter(({ coverage }) => coverage !== "omitted")
      .map((entry) => ({
        id: entry.address,
        name: entry.address,
        description: shownWords(entry, skills.get(entry.id)),
      })),
  );
}

async function runLive(
  skill: Skill,
  address: string,
  cases: readonly TriggerCase[],
  skills: Skills,
  catalog: Catalog,
  { window }: EvalOptions,
  live: LiveOptions,
): Promise<LiveReport> {
  const runs = await runCases(cases, {
    runs: live.runs ?? RUNS,
    concurrency: live.concurrency ?? CONCURRENCY,
    known: live.known ?? new Map(),
    onRun: live.onRun ?? (() => undefined),
    key: (query, run) => digest([live.model, catalog.host, catalog.revision, skill.id, query, run]),
    async converse() {
      const session = await skills.session();
      const tools = await skills.tools(session, window === undefined ? {} : { window });
      const told = tools.some(({ description }) => description.includes(catalog.text)) ? "" : catalog.text;
      return { system: told, tools, loaded: () => session.ledger.map((entry) => entry.address) };
    },
    ask: live.ask,
    address,
  });
  return judgeRuns(address, cases, runs);
}

const RUNS = 3;
const CONCURRENCY = 4;

function digest(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** Returns the words of a catalog entry by which a model could find the skill, without marks, path and name. */
function shownWords({ text, coverage }: ListedEntry, loaded: Loaded | undefined): string {
  if (coverage === "omitted" || coverage === "name-only") return "";
  const { path = "", directory = "" } = loaded?.skill ?? {};
  return [loaded?.shownPath ?? "", path, directory]
    .filter((place) => place !== "")
    .reduce((rest, place) => rest.replaceAll(place, " "), text)
    .replace(/<\/?[a-z_]{1,40}>/g, " ");
}
