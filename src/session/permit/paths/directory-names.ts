/**
 * Reads the names in a session's directories. A plain word without `/` that is not among them cannot be a path. The
 * names are refreshed every millisecond while calls are judged. That is too short for a program to start, create a link
 * and end. After a call of a tool that can create a link by itself, they are refreshed at once.
 */
import { unlessRefused } from "../../../model/errors.ts";
import { holdsSecrets } from "../../../model/rules/holds-secrets.ts";
import { foldCase } from "../../../model/text/text.ts";
import { emptyListing, type Files, type Listing } from "../../../platform/files/files.ts";
import { SUSPECT_WORDS } from "../shell/programs/programs.ts";
import { isWithin, type Surroundings } from "./surroundings.ts";

export interface DirectoryNames {
  /** False if the directory cannot be read. Any name may then exist. */
  readonly isListed: boolean;
  /** Returns true if the name exists, ignoring case. */
  has(name: string): boolean;
  /** Returns true for a directory that is not a link, with exactly this name. */
  hasDirectory(name: string): boolean;
  /** Returns true for a regular file with exactly this name. */
  hasFile(name: string): boolean;
  /** Finds words of a line that are a name or one of `SUSPECT_WORDS`. It allocates nothing for most words. */
  readonly filter: NameFilter;
}

interface KnownNames {
  readonly files: Files;
  /** Time when the names were last checked, and the number of changes before. */
  readAt: number;
  changes: number;
  readonly list: string;
  readonly names: DirectoryNames;
  /** The modification time, if any later change will have a different time. */
  readonly changedAt: number | undefined;
}

let known = new Map<string, KnownNames>();
/** Maximum number of cached directories. */
const MAX_KNOWN = 64;

/** The coarsest time resolution of common file systems. */
const CLOCK_MS = 2000;

/** Refreshes all names at their next use. The guard calls this after a call that can change files within a millisecond. */
export function invalidateNames(): void {
  changes++;
}

/** Number of calls that can have changed files. */
let changes = 0;

/** Returns the same object while the names are unchanged. `cwd` is a real path. */
export function namesOfDirectory({ cwd, files }: Pick<Surroundings, "cwd" | "files">): DirectoryNames {
  const now = Date.now();
  const found = known.get(cwd);
  const before = found?.files === files ? found : undefined;
  if (before?.readAt === now && before.changes === changes) return before.names;
  const changedAt = settledChange(cwd, files, now);
  if (before && changedAt !== undefined && before.changedAt === changedAt) {
    before.readAt = now;
    before.changes = changes;
    return before.names;
  }
  const listing = unlessRefused(() => files.readDirectory(cwd));
  const list = JSON.stringify(listing) ?? "";
  const names = before?.list === list ? before.names : namesFrom(listing);
  if (known.size >= MAX_KNOWN) known = new Map();
  known.set(cwd, { files, readAt: now, changes, list, changedAt, names });
  return names;
}

/** Returns the names of a listing. In a directory that cannot be read, any name may exist. */
function namesFrom(listing: Listing | undefined): DirectoryNames {
  const { files, directories, links, others } = listing ?? emptyListing();
  const names = new Set([files, directories, links, others].flat().map(foldCase));
  const inner = new Set(directories);
  const plain = new Set(files);
  let filter: NameFilter | undefined;
  return {
    isListed: listing !== undefined,
    has: (name) => listing === undefined || names.has(foldCase(name)),
    hasDirectory: (name) => inner.has(name),
    hasFile: (name) => plain.has(name),
    get filter() {
      filter ??= new NameFilter([...names, ...SUSPECT_WORDS]);
      return filter;
    },
  };
}

/** Plain names that have only one spelling. Windows ignores trailing dots. */
const DIRECT = /^[\w-](?:[\w.-]*[\w-])?(?:\/[\w-](?:[\w.-]*[\w-])?)*$/;

/**
 * Returns `file` or `missing` for a plain path below the session's directory, if that is certain: no link is on its
 * way, and its names are not those of secrets. Such a path needs no further resolution.
 */
export function plainEntryAt(
  path: string,
  around: Pick<Surroundings, "cwd" | "files">,
): "file" | "missing" | undefined {
  const { cwd } = around;
  const inner = path.startsWith("/") && isWithin(path, cwd) ? path.slice(cwd.length + 1) : path;
  const plain = plainPathOf(inner);
  if (plain === undefined) return undefined;
  const names = recentNames(plain.directory, around);
  if (names === "missing" || !names?.isListed) return names === "missing" ? names : undefined;
  if (!names.filter.has(plain.name, 0, plain.name.length)) return "missing";
  return names.hasFile(plain.name) ? "file" : undefined;
}

interface PlainPath {
  readonly directory: string;
  readonly name: string;
}

/** Cached, because agents use the same files again. */
let plainPaths = new Map<string, PlainPath | undefined>();
const MAX_PLAIN = 4096;

/** Returns undefined for a path that is ambiguous or may hold secrets. */
function plainPathOf(path: string): PlainPath | undefined {
  const known = plainPaths.get(path);
  if (known !== undefined || plainPaths.has(path)) return known;
  const isPlain = path.length <= MAX_DIRECT_CHARS && DIRECT.test(path) && !holdsSecrets(path);
  const slash = path.lastIndexOf("/");
  const plain = isPlain ? { directory: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1) } : undefined;
  if (plainPaths.size >= MAX_PLAIN) plainPaths = new Map();
  plainPaths.set(path, plain);
  return plain;
}

/** Undefined if the path is not a directory or goes through a link. */
type FoundNames = DirectoryNames | "missing" | undefined;

let recent: { cwd: string; files: Files; path: string; readAt: number; changes: number; found: FoundNames } | undefined;

/** Returns the names in a directory. They are cached, because agents use many files of the same directory. */
function recentNames(path: string, { cwd, files }: Pick<Surroundings, "cwd" | "files">): FoundNames {
  const readAt = Date.now();
  const before = recent?.readAt === readAt && recent.changes === changes ? recent : undefined;
  if (before?.path === path && before.cwd === cwd && before.files === files) return before.found;
  const found = findNames(path, cwd, files);
  recent = { cwd, files, path, readAt, changes, found };
  return found;
}

function findNames(path: string, cwd: string, files: Files): FoundNames {
  let at = cwd;
  for (const name of path === "" ? [] : path.split("/")) {
    const names = namesOfDirectory({ cwd: at, files });
    if (!names.has(name)) return "missing";
    if (!names.hasDirectory(name)) return undefined;
    at = `${at}/${name}`;
  }
  return namesOfDirectory({ cwd: at, files });
}

const MAX_DIRECT_CHARS = 200;

/** Returns undefined if the change is so recent that another one could have the same time. */
function settledChange(cwd: string, files: Files, now: number): number | undefined {
  const changedAt = files.stamp(cwd)?.ctimeMs ?? 0;
  return changedAt > 0 && now - changedAt > CLOCK_MS ? changedAt : undefined;
}

/** A set of names without regard to case, which rejects most words of a line quickly. */
export class NameFilter {
  /**
   * Indexes names by their length, first and last letter. This rejects nearly every other word without an allocation.
   */
  readonly #first = new Uint8Array(LENGTHS * LETTERS);
  readonly #last = new Uint8Array(LENGTHS * LETTERS);
  readonly #names: ReadonlySet<string>;

  constructor(names: readonly string[]) {
    this.#names = new Set(names.map((name) => name.toLowerCase()));
    for (const name of this.#names) {
      this.#first[slot(name.length, name.charCodeAt(0))] = 1;
      this.#last[slot(name.length, name.charCodeAt(name.length - 1))] = 1;
    }
  }

  /** Returns true if a word of the text is a name of the set. The text is ASCII and is split at blanks. */
  hasAnyIn(text: string, from: number): boolean {
    for (let at = from; at < text.length; ) {
      const blank = text.indexOf(" ", at);
      const end = blank === -1 ? text.length : blank;
      if (end > at && this.has(text, at, end)) return true;
      at = end + 1;
    }
    return false;
  }

  has(text: string, start: number, end: number): boolean {
    return (
      this.#first[slot(end - start, text.charCodeAt(start))] === 1 &&
      this.#last[slot(end - start, text.charCodeAt(end - 1))] === 1 &&
      this.#names.has(text.slice(start, end).toLowerCase())
    );
  }
}

const LENGTHS = 32;
const LETTERS = 128;

/** Returns the index for a length and a letter. `| 32` makes ASCII capitals equal to small letters. */
function slot(length: number, code: number): number {
  return Math.min(length, LENGTHS - 1) * LETTERS + ((code | 32) & (LETTERS - 1));
}
