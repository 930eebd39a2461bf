/**
 * Reads the names in a session's directories. If a plain word without `/` is not among the names, it cannot be a path.
 * While calls are judged, the names are refreshed every millisecond. No program can start, create a link and end in
 * this time. If a tool can create a link by itself, the names are refreshed immediately after its call.
 */
import { undefinedIfRefused } from "../../../model/errors.ts";
import { holdsSecrets } from "../../../model/rules/holds-secrets.ts";
import { foldCase } from "../../../model/text/text.ts";
import { emptyListing, type Files, type Listing } from "../../../platform/files/files.ts";
import { SUSPECT_WORDS } from "../shell/programs/programs.ts";
import { isWithin, type Surroundings } from "./surroundings.ts";

export interface DirectoryNames {
  /** False if the directory cannot be read. In that case, any name may exist. */
  readonly isListed: boolean;
  /** Returns true if the name exists; case is ignored. */
  has(name: string): boolean;
  /** Returns true for a directory that is not a link, with exactly this name. */
  hasDirectory(name: string): boolean;
  /** Returns true for a regular file with exactly this name. */
  hasFile(name: string): boolean;
  /**
   * Finds words of a line that are names in the directory or in `SUSPECT_WORDS`. For most words it allocates no memory.
   */
  readonly filter: NameFilter;
}

interface KnownNames {
  readonly files: Files;
  /** The time when the names were last checked, and the value of `changes` at that time. */
  readAt: number;
  changes: number;
  readonly list: string;
  readonly names: DirectoryNames;
  /** The directory's change time. Undefined if a later change could have the same time. */
  readonly changedAt: number | undefined;
}

let known = new Map<string, KnownNames>();
/** Maximum number of cached directories. */
const MAX_KNOWN = 64;

/** The coarsest time resolution of common file systems, in milliseconds. */
const CLOCK_MS = 2000;

/**
 * The guard calls this after each call that does more than read. The next call asks the clock. If the call can change
 * files within a millisecond, all names are refreshed at their next use.
 */
export function expectChanges(atOnce: boolean): void {
  sameTime = 0;
  if (atOnce) changes++;
}

/** Number of calls so far that could have changed files. */
let changes = 0;

/**
 * Returns the names in a session's directory. The same object is returned while they are unchanged. `cwd` must be a
 * real path.
 */
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
  const listing = undefinedIfRefused(() => files.readDirectory(cwd));
  const list = JSON.stringify(listing) ?? "";
  const names = before?.list === list ? before.names : namesFrom(listing);
  if (known.size >= MAX_KNOWN) known = new Map();
  known.set(cwd, { files, readAt: now, changes, list, changedAt, names });
  return names;
}

/** Returns the names of a listing. If the directory cannot be read, any name may exist. */
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

/**
 * Matches plain relative paths that have only one spelling. A name must not end with a dot, because Windows ignores
 * dots at the end.
 */
const DIRECT = /^[\w-](?:[\w.-]*[\w-])?(?:\/[\w-](?:[\w.-]*[\w-])?)*$/;

/**
 * Returns `file` or `missing` for a plain path below the session's directory. It returns undefined if a symlink may be
 * on the path, or if a name may be that of a secret. A path with a result needs no further resolution.
 */
export function plainEntryAt(path: string, around: Pick<Surroundings, "cwd" | "files">): PlainEntry {
  const { cwd } = around;
  const inner = path.startsWith("/") && isWithin(path, cwd) ? path.slice(cwd.length + 1) : path;
  const plain = plainPathOf(inner);
  if (plain === undefined) return undefined;
  const names = recentNames(plain.directory, around);
  if (plain.names !== names) {
    plain.names = names;
    plain.entry = entryIn(names, plain.name);
  }
  return plain.entry;
}

function entryIn(names: FoundNames, name: string): PlainEntry {
  if (names === "missing" || !names?.isListed) return names === "missing" ? names : undefined;
  if (!names.filter.has(name, 0, name.length)) return "missing";
  return names.hasFile(name) ? "file" : undefined;
}

type PlainEntry = "file" | "missing" | undefined;

interface PlainPath {
  readonly directory: PlainDirectory;
  readonly name: string;
  /**
   * The names of the directory when `entry` was computed. If the names change, they become a new object, and `entry` is
   * no longer valid.
   */
  names: FoundNames;
  entry: PlainEntry;
}

/** A directory below the session's directory, with the names that were last read there. */
interface PlainDirectory {
  readonly path: string;
  cwd: string;
  files: Files | undefined;
  readAt: number;
  changes: number;
  found: FoundNames;
}

/** The results of `splitPlainPath`. They depend on the text only, and agents use the same files repeatedly. */
let plainPaths = new Map<string, PlainPath | "unclear">();
const MAX_PLAIN = 4096;

/** Splits a plain path. Returns undefined for a path that is ambiguous or may contain secrets. */
function plainPathOf(path: string): PlainPath | undefined {
  const known = plainPaths.get(path) ?? addPlainPath(path);
  return known === "unclear" ? undefined : known;
}

function addPlainPath(path: string): PlainPath | "unclear" {
  const plain = splitPlainPath(path);
  if (plainPaths.size >= MAX_PLAIN) plainPaths = new Map();
  plainPaths.set(path, plain);
  return plain;
}

function splitPlainPath(path: string): PlainPath | "unclear" {
  const isPlain = path.length <= MAX_DIRECT_CHARS && DIRECT.test(path) && !holdsSecrets(path);
  const slash = path.lastIndexOf("/");
  if (!isPlain) return "unclear";
  const directory = directoryAt(path.slice(0, Math.max(0, slash)));
  return { directory, name: path.slice(slash + 1), names: undefined, entry: undefined };
}

/** The names in a directory. Undefined if the path is not a directory or leads through a symlink. */
type FoundNames = DirectoryNames | "missing" | undefined;

/** The directories of the plain paths. All paths in a directory share its names. */
let plainDirectories = new Map<string, PlainDirectory>();

function directoryAt(path: string): PlainDirectory {
  const known = plainDirectories.get(path);
  if (known) return known;
  const made = { path, cwd: "", files: undefined, readAt: 0, changes: 0, found: undefined };
  if (plainDirectories.size >= MAX_PLAIN) plainDirectories = new Map();
  plainDirectories.set(path, made);
  return made;
}

/** Returns the names in a directory. If they were not read just now, they are read again. */
function recentNames(directory: PlainDirectory, { cwd, files }: Pick<Surroundings, "cwd" | "files">): FoundNames {
  const now = timeForReading();
  const isRecent = directory.readAt === now && directory.changes === changes;
  if (isRecent && directory.files === files && directory.cwd === cwd) return directory.found;
  directory.found = findNames(directory.path, cwd, files);
  directory.cwd = cwd;
  directory.files = files;
  directory.readAt = now;
  directory.changes = changes;
  return directory.found;
}

/** Maximum number of consecutive reading calls that use the same time. */
const MAX_SAME_TIME = 16;
let time = 0;
/** The number of calls that may still use `time`. */
let sameTime = 0;
let isTurnOpen = false;

/**
 * Returns the time for a call that only reads. Asking the clock takes longer than all other checks of such a call, so
 * up to 16 consecutive calls use the same time. A call of another kind, or the end of the turn, ends such a series.
 * Reading changes no file, and a program that a tool waits for ends in a later turn. Another process can still change a
 * file between two calls, as it can between each check and the tool.
 */
function timeForReading(): number {
  if (sameTime-- > 0) return time;
  if (!isTurnOpen) setImmediate(endTurn).unref();
  isTurnOpen = true;
  sameTime = MAX_SAME_TIME - 1;
  time = Date.now();
  return time;
}

function endTurn(): void {
  isTurnOpen = false;
  sameTime = 0;
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

/**
 * Returns the change time of a directory. Returns undefined if the change is so recent that a later change could have
 * the same time.
 */
function settledChange(cwd: string, files: Files, now: number): number | undefined {
  const changedAt = files.stamp(cwd)?.ctimeMs ?? 0;
  return changedAt > 0 && now - changedAt > CLOCK_MS ? changedAt : undefined;
}

/** A set of names that ignores case. It quickly rejects most words of a line. */
export class NameFilter {
  /**
   * Two indexes of names, by length and first letter, and by length and last letter. They reject nearly every word that
   * is not a name, without allocating memory.
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

/** Returns the index for a length and a letter. `| 32` converts ASCII capitals to small letters. */
function slot(length: number, code: number): number {
  return Math.min(length, LENGTHS - 1) * LETTERS + ((code | 32) & (LETTERS - 1));
}
