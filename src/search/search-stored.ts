/**
 * Answers a request from the stored index without loading the skills, if a load would read nothing new. The frontmatter
 * of each hit is compared with its file. In any other case there is no answer, and the caller loads the skills and
 * stores the load for the next process.
 */
import type { LoadOptions } from "../catalog/load/load.ts";
import { splitFrontmatter } from "../format/parse/split-frontmatter.ts";
import { undefinedIfRefused } from "../model/errors.ts";
import { DEFAULT_LIMITS } from "../model/limits.ts";
import type { Snapshot, Withheld } from "../model/skills/snapshot.ts";
import { decodeText } from "../model/text/decode.ts";
import { baseName, parentPath } from "../model/text/text.ts";
import { cacheDirectory, type Environment, environmentOf, packageRoot } from "../platform/environment.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import { areUntouched, TouchedFiles, TouchedVariables } from "../platform/files/touched-files.ts";
import { Lexicon } from "./index/lexicon.ts";
import { DamagedIndex } from "./index/postings.ts";
import { Scorer } from "./index/query/score.ts";
import { rankDocuments } from "./index/rank-documents.ts";
import { DEFAULT_HITS } from "./index/search-index.ts";
import type { StoredIndexFile } from "./index-skills.ts";
import {
  hashText,
  loadFile,
  openStoredIndex,
  openStoredLoad,
  type ReportFinding,
  writeSearchCacheFile,
} from "./keep-index.ts";
import type { FoundSkill } from "./search-skills.ts";
import { packLoad, type StoredLoad, type StoredSkill } from "./stored-load.ts";

/** The answer to one request. */
export interface SearchAnswer {
  readonly found: readonly (FoundSkill & { readonly withheld?: Withheld })[];
  readonly host: string;
  readonly revision: string;
  /** The number of skills that were searched. */
  readonly size: number;
}

/** The options that a stored load can have. With any other option, the load is not stored. */
const STORABLE = new Set(["roots", "cwd", "added", "defaultSkills", "trust", "environment", "onServers", "onDamage"]);

/** What identifies a load in the search cache: its options and environment, and the file in which it is stored. */
export interface LoadPlace {
  readonly key: string;
  readonly environment: Environment;
  readonly file: string;
}

/** Returns what identifies a load in the search cache; undefined if a load with these options is never stored. */
export function placeOf(load: LoadOptions): LoadPlace | undefined {
  const given = Object.entries(load).filter(([, value]) => value !== undefined);
  if (given.some(([name]) => !STORABLE.has(name))) return undefined;
  const environment = environmentOf(load);
  const { cwd, home, namedHome = home, platform } = environment;
  const plain = given.filter(([name, value]) => name !== "environment" && typeof value !== "function");
  const key = JSON.stringify([packageRoot(), cwd, home, namedHome, platform, process.getuid?.() ?? 0, plain.sort()]);
  return { key, environment, file: loadFile(cacheDirectory(environment), key) };
}

/** Returns the answer from the stored index; undefined if the skills must be loaded. */
export function searchStored(
  query: string,
  { key, environment, file }: LoadPlace,
  k: number = DEFAULT_HITS,
  report: ReportFinding = () => undefined,
): SearchAnswer | undefined {
  const load = openStoredLoad(file, report);
  if (load === undefined || load.facts.key !== key) return undefined;
  const { variables, values, index: path, identity, host, revision } = load.facts;
  if (hashValues(variables, environment) !== values) return undefined;
  if (!areUntouched(load.touched)) return undefined;
  const index = openStoredIndex(`${parentPath(file)}/${baseName(path)}`, report);
  if (index === undefined || index.identity !== identity || index.postings.size !== load.size) return undefined;
  try {
    const lexicon = new Lexicon(index.lexicon);
    const context = { lexicon, scorer: new Scorer(index.postings, lexicon), words: () => lexicon.listWords() };
    const ranked = rankDocuments(query, context, k);
    const found = ranked.flatMap(({ document, ...hit }) => {
      const skill = verifiedSkill(load, document);
      return skill === undefined ? [] : [{ ...skill, ...hit }];
    });
    return found.length === ranked.length ? { found, host, revision, size: load.size } : undefined;
  } catch (error) {
    // The load that follows opens the same file and reports the damage.
    if (!(error instanceof DamagedIndex)) throw error;
    return undefined;
  }
}

/** Hashes the values of variables, because one of them may be a secret, which must not be in a file. */
function hashValues(names: readonly string[], { variables }: Environment): string {
  return hashText(JSON.stringify(names.map((name) => variables[name] ?? null)));
}

/** Returns a document without its frontmatter; undefined if the file has another frontmatter now. */
function verifiedSkill(load: StoredLoad, document: number): Omit<StoredSkill, "header"> | undefined {
  const stored = load.skillAt(document);
  if (stored === undefined) return undefined;
  const { header, ...skill } = stored;
  const bytes = undefinedIfRefused(() => nodeFiles.readFile(skill.path, DEFAULT_LIMITS.maxSkillBytes));
  if (bytes === undefined) return undefined;
  const { text } = decodeText(bytes);
  const found = splitFrontmatter(text);
  return !("code" in found) && text.slice(found.start, found.end) === header ? skill : undefined;
}

/** Records a load, so that later processes can do without it. */
export class LoadRecorder {
  /** The options with which the skills must be loaded. */
  readonly load: LoadOptions;
  readonly #place: LoadPlace;
  readonly #files: TouchedFiles;
  readonly #variables: TouchedVariables;
  #stored: StoredIndexFile | undefined;
  #isDamaged = false;

  constructor(load: LoadOptions, place: LoadPlace, nowMs: number) {
    this.#place = place;
    this.#files = new TouchedFiles(nodeFiles, nowMs);
    this.#variables = new TouchedVariables(place.environment.variables);
    // An update of Skillwright may load other skills from the same files.
    this.#files.dependOn(`${packageRoot()}/package.json`);
    this.#files.dependOn(import.meta.dirname);
    this.load = {
      ...load,
      files: this.#files.files,
      environment: { ...place.environment, variables: this.#variables.variables },
      onDamage: (findings) => {
        this.#isDamaged = true;
        load.onDamage?.(findings);
      },
    };
  }

  readonly onStored = (stored: StoredIndexFile): void => {
    this.#stored = stored;
  };

  /** Stores the load, if the same files always lead to the same skills. */
  finish(snapshot: Snapshot, texts: ReadonlyMap<string, StoredSkill>, report: ReportFinding): void {
    const touched = this.#files.finish();
    const variables = this.#variables.finish();
    const stored = this.#stored;
    if (stored === undefined || touched === undefined || variables === undefined || this.#isDamaged) return;
    const skills = stored.ids.flatMap((id) => texts.get(id) ?? []);
    if (skills.length !== stored.ids.length) return;
    const { path: index, identity } = stored;
    const { host, revision } = snapshot;
    const values = hashValues(variables, this.#place.environment);
    const facts = { key: this.#place.key, variables, values, host, revision, index, identity };
    writeSearchCacheFile(this.#place.file, packLoad(facts, touched, skills), report);
  }
}
