/**
 * The names in directories of a session. A plain word without a `/` that is not among them leads nowhere. A directory is
 * looked at again in every millisecond in which a call is judged: within that time no program can start, make a link and end.
 */
import { unlessRefused } from "../../../model/errors.ts";
import { foldCase } from "../../../model/text/text.ts";
import { emptyListing, type Files, type Listing } from "../../../platform/files/files.ts";
import { SUSPECTS } from "../shell/programs/executors.ts";
import type { Surroundings } from "./surroundings.ts";

export interface DirectoryNames {
  /** False if the directory cannot be read, so that any name can be there. */
  readonly isListed: boolean;
  /** In any case of the letters. */
  has(name: string): boolean;
  /** True for a directory that is not a link, exactly under this name. */
  hasDirectory(name: string): boolean;
  /** The same names and all suspects, for a part of a line, without an allocation for nearly every other word. */
  readonly filter: NameFilter;
}

interface KnownNames {
  readonly files: Files;
  /** When the directory was last looked at. */
  readAt: number;
  readonly list: string;
  readonly names: DirectoryNames;
  /** The time of the last change, if a later change is certain to have another time. */
  readonly changedAt: number | undefined;
}

const known = new Map<string, KnownNames>();
/** Directories that are remembered. */
const MAX_KNOWN = 64;

/** The coarsest clock of a file system that is in use. */
const CLOCK_MS = 2000;

/** The same object as long as the names are the same. `cwd` is a real path. */
export function namesOfDirectory({ cwd, files }: Pick<Surroundings, "cwd" | "files">): DirectoryNames {
  const now = Date.now();
  const found = known.get(cwd);
  const before = found?.files === files ? found : undefined;
  if (before?.readAt === now) return before.names;
  const changedAt = settledChange(cwd, files, now);
  if (before && changedAt !== undefined && before.changedAt === changedAt) {
    before.readAt = now;
    return before.names;
  }
  const listing = unlessRefused(() => files.readDirectory(cwd));
  const list = JSON.stringify(listing) ?? "";
  const names = before?.list === list ? before.names : namesFrom(listing);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(cwd, { files, readAt: now, list, changedAt, names });
  return names;
}

/** In a directory that cannot be read, any name can be there. */
function namesFrom(listing: Listing | undefined): DirectoryNames {
  const { files, directories, links, others } = listing ?? emptyListing();
  const names = new Set([files, directories, links, others].flat().map(foldCase));
  const inner = new Set(directories);
  let filter: NameFilter | undefined;
  return {
    isListed: listing !== undefined,
    has: (name) => listing === undefined || names.has(foldCase(name)),
    hasDirectory: (name) => inner.has(name),
    get filter() {
      filter ??= new NameFilter([...names, ...SUSPECTS]);
      return filter;
    },
  };
}

/** Plain names, none of which is another spelling of a name: Windows ignores dots at the end. */
const DIRECT = /^[\w-](?:[\w.-]*[\w-])?(?:\/[\w-](?:[\w.-]*[\w-])?)*$/;

/** True if nothing is at a plain path below the directory of the session, and no link is on its way. */
export function leadsNowhere(path: string, around: Pick<Surroundings, "cwd" | "files">): boolean {
  if (path.length > MAX_DIRECT_CHARS || !DIRECT.test(path)) return false;
  const slash = path.lastIndexOf("/");
  const names = recentNames(slash === -1 ? "" : path.slice(0, slash), around);
  return names === "missing" || (names?.isListed === true && !names.filter.has(path, slash + 1, path.length));
}

/** Undefined if the path is not that of a directory, or leads through a link. */
type FoundNames = DirectoryNames | "missing" | undefined;

let recent: { cwd: string; files: Files; path: string; readAt: number; found: FoundNames } | undefined;

/** Agents use many files of the same directory. */
function recentNames(path: string, { cwd, files }: Pick<Surroundings, "cwd" | "files">): FoundNames {
  const readAt = Date.now();
  if (recent?.readAt === readAt && recent.path === path && recent.cwd === cwd && recent.files === files)
    return recent.found;
  const found = findNames(path, cwd, files);
  recent = { cwd, files, path, readAt, found };
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

/** Undefined if the change is so recent that another one could have the same time. */
function settledChange(cwd: string, files: Files, now: number): number | undefined {
  const changedAt = files.stamp(cwd)?.ctimeMs ?? 0;
  return changedAt > 0 && now - changedAt > CLOCK_MS ? changedAt : undefined;
}

/** A set of names in any case, which most words of a line are compared with and few are in. */
export class NameFilter {
  /** By length with the first and with the last letter. This rules out nearly every other word without an allocation. */
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

  /** True if a part of the text between blanks is a name of the set. The text is ASCII. */
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

/** The bit that tells capitals from small letters in ASCII is set for every character. */
function slot(length: number, code: number): number {
  return Math.min(length, LENGTHS - 1) * LETTERS + ((code | 32) & (LETTERS - 1));
}
