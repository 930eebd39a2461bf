/**
 * Keeps a search index up to date with snapshots. It reads only skills that were added or changed since the last call,
 * and stores the index in the user's cache.
 */
import { hash } from "node:crypto";
import { addressList } from "../activate/access/addresses.ts";
import type { Config } from "../catalog/config/config.ts";
import type { LoadOptions } from "../catalog/load/load.ts";
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import type { Rejected, Skill } from "../model/skills/skill.ts";
import type { Snapshot } from "../model/skills/snapshot.ts";
import { cacheDirectory, environmentOf } from "../platform/environment.ts";
import type { Files } from "../platform/files/files.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import { isRecording } from "../platform/files/touched-files.ts";
import { identityOf, packIndex } from "./index/frozen-index.ts";
import { DamagedIndex } from "./index/postings.ts";
import { SearchIndex } from "./index/search-index.ts";
import { indexFile, openStoredIndex, type ReportFinding, reportUnusable, writeSearchCacheFile } from "./keep-index.ts";
import { makeDocument } from "./make-document.ts";
import type { SearchDocument, SkillText } from "./search-document.ts";

export interface IndexOptions {
  /** False if the index leaves out instructions (default: true). No file is then read. */
  readonly bodies?: boolean;
  /** True to index every file that was found, including overridden, rejected, disabled and ineligible ones. */
  readonly everything?: boolean;
  /**
   * Directory for the stored index (default: the user's cache). If it is false, no index is stored. The default is
   * false with `ambient: false`.
   */
  readonly cache?: string | false;
  /** Called while skills are read, to show progress. */
  readonly progress?: (step: { readonly what: string; readonly done: number; readonly total: number }) => void;
  /** Called if the stored index cannot be used or written. */
  readonly onFinding?: (finding: Diagnostic) => void;
  /** Called with the stored index that a search uses. */
  readonly onStored?: (stored: StoredIndexFile) => void;
}

/** A file that contains the index, and the ids of its documents by their numbers. */
export interface StoredIndexFile {
  readonly path: string;
  readonly identity: number;
  readonly ids: readonly string[];
}

export interface IndexContext {
  readonly snapshot: Snapshot;
  readonly options: LoadOptions;
  readonly config: Pick<Config, "limits">;
}

export interface FollowedIndex {
  readonly index: SearchIndex;
  /** The found files. The keys are ids. */
  readonly told: ReadonlyMap<string, SkillText>;
}

/**
 * Maximum number of skills for which no index is written. Reading so few skills is as fast as reading one file that
 * contains all of them.
 */
const FEW = 50;

export class KeptIndex {
  #index = new SearchIndex();
  #told: ReadonlyMap<string, SkillText> = new Map();
  #snapshot: Snapshot | undefined;
  /** The number that identifies the content of the stored index. Undefined if this index has other content. */
  #identity: number | undefined;
  /** Key of each document: the stamp (size, times and inode) of its file, a space, and the digest of its content. */
  readonly #keys = new Map<string, string>();
  /** The id of one document for each digest. */
  readonly #ids = new Map<string, string>();
  /** True if the stored index must not be opened again. */
  #isDamaged = false;
  #following: Promise<unknown> = Promise.resolve();

  /** Returns the index of a snapshot. Calls run one after the other. */
  follow(context: IndexContext, options: IndexOptions): Promise<FollowedIndex> {
    const next = this.#following.then(() => this.#follow(context, options));
    this.#following = next.catch(() => undefined);
    return next;
  }

  /** Drops the index, because the stored bytes are damaged. The next call builds it again. */
  forget(context: IndexContext, options: IndexOptions): void {
    const file = cacheFile(context, options);
    if (file !== undefined) reportUnusable(file, reportTo(options));
    this.#isDamaged = true;
    this.#clear();
  }

  #clear(): void {
    this.#index = new SearchIndex();
    this.#identity = undefined;
    this.#snapshot = undefined;
    this.#keys.clear();
    this.#ids.clear();
  }

  async #follow(context: IndexContext, options: IndexOptions): Promise<FollowedIndex> {
    const { snapshot } = context;
    if (snapshot !== this.#snapshot) {
      const found = findAll(snapshot, options.everything ?? false);
      const file = cacheFile(context, options);
      const report = reportTo(options);
      if (this.#snapshot === undefined && file !== undefined && !this.#isDamaged) this.#restore(file, report);
      // Documents are read before others are removed, because a moved skill is still stored under its old id.
      const read = await this.#read(found, context, options);
      const changed = this.#forget(found) || read;
      this.#told = new Map([...found].map(([id, { told }]) => [id, told]));
      this.#snapshot = snapshot;
      if (changed) this.#identity = undefined;
      if (changed && file !== undefined && found.size > FEW) {
        const pieces = packIndex(this.#index.freeze((id) => this.#keys.get(id) ?? ""));
        writeSearchCacheFile(file, pieces, report);
        this.#identity = identityOf(pieces);
      }
      if (file !== undefined && this.#identity !== undefined)
        options.onStored?.({ path: file, identity: this.#identity, ids: this.#index.ids });
    }
    return { index: this.#index, told: this.#told };
  }

  #restore(file: string, report: ReportFinding): void {
    const frozen = openStoredIndex(file, report);
    if (frozen === undefined) return;
    this.#identity = frozen.identity;
    try {
      this.#index = new SearchIndex(frozen);
      frozen.ids.forEach((id, at) => {
        this.#keep(id, frozen.keys[at] as string);
      });
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error;
      this.#clear();
      reportUnusable(file, report);
    }
  }

  /** Removes documents that are no longer found. Returns true if there were any. */
  #forget(found: ReadonlyMap<string, Found>): boolean {
    const gone = [...this.#keys.keys()].filter((id) => !found.has(id));
    for (const id of gone) {
      this.#index.remove(id);
      this.#ids.delete(digestIn(this.#keys.get(id) ?? ""));
      this.#keys.delete(id);
    }
    return gone.length > 0;
  }

  /** Reads new and changed documents. Returns true if there were any. */
  async #read(found: ReadonlyMap<string, Found>, context: IndexContext, options: IndexOptions): Promise<boolean> {
    const { bodies = true, progress } = options;
    let changed = false;
    let done = 0;
    // The index is built fastest in the order of the ids.
    for (const id of [...found.keys()].sort()) {
      const { source } = found.get(id) as Found;
      const looks = bodies ? looksOf(source, filesOf(context)) : "";
      done++;
      if (looks !== "" && this.#keys.get(id)?.startsWith(`${looks} `)) continue;
      const document = await makeDocument(source, context, bodies);
      const key = `${looks} ${digestOf(document)}`;
      if (this.#keys.get(id) === key) continue;
      this.#put(document, key);
      changed = true;
      progress?.({ what: "reading skills", done, total: found.size });
    }
    return changed;
  }

  /** Adds a document to the index. A document with the same content is not read again, even if its path differs. */
  #put(document: SearchDocument, key: string): void {
    const { id } = document;
    const twin = this.#ids.get(digestIn(key));
    if (twin === undefined) this.#index.add(document);
    else this.#index.copy(twin, id);
    this.#keep(id, key);
  }

  #keep(id: string, key: string): void {
    this.#keys.set(id, key);
    this.#ids.set(digestIn(key), id);
  }
}

interface Found {
  readonly told: SkillText;
  readonly source: Skill | Rejected;
}

/** Returns the documents of a snapshot by id. */
function findAll(snapshot: Snapshot, everything: boolean): Map<string, Found> {
  const addresses = addressList(snapshot);
  const found = new Map<string, Found>();
  const put = (source: Skill | Rejected, address: string, description: string): void => {
    const { id, name, path } = source;
    found.set(id, { source, told: { address, id, name, description, path } });
  };
  snapshot.skills.forEach(({ skill }, at) => {
    put(skill, addresses[at] as string, skill.description);
  });
  if (!everything) return found;
  for (const { skill } of [...snapshot.overridden, ...snapshot.disabled, ...snapshot.ineligible])
    put(skill, skill.id, skill.description);
  for (const rejected of snapshot.rejected) put(rejected, rejected.id, "");
  return found;
}

function reportTo({ onFinding }: IndexOptions): ReportFinding {
  return onFinding ?? (() => undefined);
}

function filesOf({ options }: IndexContext): Files {
  return options.files ?? nodeFiles;
}

function isDisk(files: Files): boolean {
  return files === nodeFiles || isRecording(files, nodeFiles);
}

/**
 * Returns the file of the stored index. Returns undefined if the skills are not on this machine's disk, or if no bodies
 * are indexed, because then all text is already in memory.
 */
function cacheFile({ snapshot, options }: IndexContext, index: IndexOptions): string | undefined {
  const { bodies = true, everything = false, cache } = index;
  if (!bodies || cache === false || !isDisk(options.files ?? nodeFiles)) return undefined;
  if (cache === undefined && options.ambient === false) return undefined;
  const about = [snapshot.host, everything, snapshot.roots.map(({ path }) => path)];
  return indexFile(cache ?? cacheDirectory(environmentOf(options)), about);
}

/**
 * Returns a key that changes with the file, and with the text that the index stores for the file. The key is empty if
 * there is no file.
 */
function looksOf({ path, name, root, ...rest }: Skill | Rejected, files: Files): string {
  if (root.source !== undefined) return "";
  const stamp = files.stamp(("realPath" in rest ? rest.realPath : undefined) ?? path);
  if (stamp === undefined) return "";
  return `${stamp.size}:${stamp.mtimeMs}:${stamp.ctimeMs}:${stamp.inode}:${name}`;
}

function digestOf({ name, description, extra = "", headings = "", body = "" }: SearchDocument): string {
  const texts = [name, description, extra, headings, body];
  const lengths = texts.map(({ length }) => length);
  return hash("sha256", `${lengths.join(" ")}\n${texts.join("")}`, "base64url");
}

function digestIn(key: string): string {
  return key.slice(key.lastIndexOf(" ") + 1);
}
