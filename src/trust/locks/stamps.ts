/**
 * Caches the stamps of approved directories from the time when their files were hashed. If the stamps are unchanged, a
 * listing need not hash the files again. The cache is in the user's data directory, and only commands that write update
 * it. If an entry is added, removed or renamed, the directory's own stamp changes, so the directories need not be
 * listed.
 */
import { anything, hasShape, isMap, list, object, string } from "../../model/schema.ts";
import type { Files, Stamp } from "../../platform/files/files.ts";
import { parseSchema, readStateText } from "./skills-lock.ts";

/**
 * The stamps of one directory. The first path is "", which is the directory itself. All directories and files below it
 * follow.
 */
export interface DirectoryStamps {
  readonly digest: string;
  readonly paths: readonly string[];
  /** The stamps of the paths, in the same order. Each stamp is five numbers. */
  readonly stamps: readonly number[];
}

/**
 * The digests in a lock or approval file. They are valid while the file has this stamp. They are cached, because
 * parsing a large file takes longer than any other step.
 */
export interface StampedLock {
  readonly stamps: readonly number[];
  /** Digests by key of the file. */
  readonly digests: Readonly<Record<string, string>>;
}

export interface Stamps {
  readonly directories: ReadonlyMap<string, DirectoryStamps>;
  /** Cached digests by path of the lock or approval file. */
  readonly locks: ReadonlyMap<string, StampedLock>;
}

const MAX_BYTES = 64 * 1024 * 1024;
const WIDTH = 5;

/**
 * Reads the cache. Throws SK504 for an invalid file. An invalid entry is dropped, and its directory is hashed again.
 */
export function readStamps(path: string, files: Files): Stamps {
  const directories = new Map<string, DirectoryStamps>();
  const locks = new Map<string, StampedLock>();
  const text = readStateText(path, files, MAX_BYTES);
  if (text === undefined) return { directories, locks };
  const value = parseSchema(text, path);
  for (const [directory, stamped] of entriesOf(value["directories"]))
    if (isStamped(stamped)) directories.set(directory, stamped);
  for (const [lock, stamped] of entriesOf(value["locks"])) if (isStampedLock(stamped)) locks.set(lock, stamped);
  return { directories, locks };
}

function entriesOf(value: unknown): [string, unknown][] {
  return isMap(value) ? Object.entries(value) : [];
}

// The numbers in these lists are not checked one by one, because only commands of the user write the file.
const UNCHECKED = list(anything("a path or a number of a stamp"));
const STAMPED = object({ digest: string("the digest of the directory"), paths: UNCHECKED, stamps: UNCHECKED });
const STAMPED_LOCK = object({ stamps: UNCHECKED, digests: object({}) });

function isStamped(value: unknown): value is DirectoryStamps {
  return hasShape(value, STAMPED) && value.stamps.length === value.paths.length * WIDTH;
}

function isStampedLock(value: unknown): value is StampedLock {
  return hasShape(value, STAMPED_LOCK) && value.stamps.length === WIDTH;
}

/** Returns the text of the cache. It is one line, because only programs read it. */
export function formatStamps({ directories, locks }: Stamps): string {
  const value = { schema: 1, locks: Object.fromEntries(locks), directories: Object.fromEntries(directories) };
  return `${JSON.stringify(value)}\n`;
}

/** Returns the cached digests of a lock. Returns undefined if the lock's stamp has changed. */
export function stampedDigests(path: string, { locks }: Stamps, files: Files): StampedLock["digests"] | undefined {
  const known = locks.get(path);
  // If the path is a symlink, the cache is not used, because a symlink's stamp stays the same when its target changes.
  return known && !isLink(known) && looksSame(path, { paths: [""], stamps: known.stamps }, files)
    ? known.digests
    : undefined;
}

/** Returns true if all stamps are unchanged. It calls `lstat` once for each entry. */
export function looksSame(
  directory: string,
  { paths, stamps }: Pick<DirectoryStamps, "paths" | "stamps">,
  files: Files,
): boolean {
  let at = 0;
  for (const path of paths) {
    const now = files.stamp(path === "" ? directory : `${directory}/${path}`);
    if (
      now === undefined ||
      now.ctimeMs !== stamps[at] ||
      now.mtimeMs !== stamps[at + 1] ||
      now.size !== stamps[at + 2] ||
      now.inode !== stamps[at + 3] ||
      now.mode !== stamps[at + 4]
    )
      return false;
    at += WIDTH;
  }
  return true;
}

/**
 * Returns the stamps of a directory; they must be taken before it is hashed. Returns undefined if an entry is neither a
 * plain file nor a directory.
 */
export function stampDirectory(directory: string, files: Files): Omit<DirectoryStamps, "digest"> | undefined {
  const paths: string[] = [""];
  const stamps: number[] = [];
  for (let at = 0; at < paths.length; at++) {
    const path = paths[at] as string;
    const absolute = path === "" ? directory : `${directory}/${path}`;
    const stamp = files.stamp(absolute);
    if (stamp === undefined) return undefined;
    stamps.push(...numbersOf(stamp));
    if (!isDirectory(stamp)) continue;
    const listing = files.readDirectory(absolute);
    if (listing.links.length + listing.others.length > 0) return undefined;
    for (const name of [...listing.directories, ...listing.files]) paths.push(path === "" ? name : `${path}/${name}`);
  }
  return { paths, stamps };
}

function numbersOf({ ctimeMs, mtimeMs, size, inode, mode }: Stamp): number[] {
  return [ctimeMs, mtimeMs, size, inode, mode];
}

const FORMAT = 0o170000;
const DIRECTORY = 0o040000;
const LINK = 0o120000;

function isLink({ stamps }: StampedLock): boolean {
  return ((stamps[WIDTH - 1] as number) & FORMAT) === LINK;
}

function isDirectory({ mode }: Stamp): boolean {
  return (mode & FORMAT) === DIRECTORY;
}

/** Returns the plain files among the stamped paths, sorted by the bytes of their paths. */
export function stampedFiles({ paths, stamps }: Pick<DirectoryStamps, "paths" | "stamps">): readonly StampedFile[] {
  const files = paths.flatMap((path, index): StampedFile[] => {
    const mode = stamps[index * WIDTH + WIDTH - 1] as number;
    return (mode & FORMAT) === DIRECTORY ? [] : [{ path, executable: (mode & 0o100) !== 0 }];
  });
  const keyed = files.map((file) => ({ key: Buffer.from(file.path), file }));
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ file }) => file);
}

export interface StampedFile {
  readonly path: string;
  readonly executable: boolean;
}

/**
 * Returns the latest change time in the stamps. Callers need it, because a change within the same clock tick does not
 * change a file's stamp.
 */
export function latestChange({ stamps }: Pick<DirectoryStamps, "stamps">): number {
  let latest = 0;
  for (let at = 0; at < stamps.length; at += WIDTH) latest = Math.max(latest, stamps[at] as number);
  return latest;
}
