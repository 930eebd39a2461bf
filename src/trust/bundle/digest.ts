/**
 * Computes one digest for a skill's directory. The digest includes each file's path, executable bit and bytes, with
 * lengths, in the byte order of the paths. Locale, times and other mode bits have no effect. Symlinks and special files
 * are rejected, because their targets can change although the directory stays the same.
 */
import { OperationError, systemCode } from "../../model/errors.ts";
import type { Bundle } from "../../model/skills/bundle.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";

export interface DigestLimits {
  readonly maxFiles: number;
  readonly maxBytes: number;
}

export const DIGEST_LIMITS: DigestLimits = { maxFiles: 10_000, maxBytes: 256 * 1024 * 1024 };

/** Returns `sha256:` and 64 hexadecimal digits. */
export function digestDirectory(
  directory: string,
  files: Files = nodeFiles,
  limits: DigestLimits = DIGEST_LIMITS,
): string {
  return digestFiles(directoryFiles(directory, files, limits));
}

/** The hashed properties of one file. */
export interface DigestedFile {
  readonly path: Uint8Array;
  readonly executable: boolean;
  readonly bytes: Uint8Array;
}

/** Returns the digest of files that are sorted by the bytes of their paths. */
export function digestFiles(files: Iterable<DigestedFile>): string {
  // `node:crypto` is loaded on demand: it takes four milliseconds, and most commands compute no digest.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = createHash("sha256");
  hash.update("skillwright-directory-1\n");
  for (const { path, executable, bytes } of files) {
    const name = Buffer.from(path.buffer, path.byteOffset, path.length).toString("latin1");
    // In Latin-1, each character is one byte. One update with the joined text is faster than four separate updates.
    hash.update(`${path.length}:${name}${executable ? "x" : "-"}${bytes.length}:`, "latin1");
    hash.update(bytes);
  }
  return `sha256:${hash.digest("hex")}`;
}

/** Yields the files of a directory, sorted. Only one file is in memory at a time. */
export function* directoryFiles(directory: string, files: Files, limits: DigestLimits): Generator<DigestedFile> {
  let left = limits.maxBytes;
  for (const path of listFiles(directory, files, limits.maxFiles)) {
    const absolute = `${directory}/${path.toString("utf8")}`;
    const bytes = orRefuse(absolute, () => files.readFile(absolute, left));
    left -= bytes.length;
    const { mode } = orRefuse(absolute, () => files.lstat(absolute));
    yield { path, executable: (mode & 0o100) !== 0, bytes };
  }
}

/**
 * Runs `act` and converts system errors into our own. Another process may remove an entry at any moment, and a
 * directory may be unreadable.
 */
function orRefuse<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    throw refused(
      `\`${path}\` cannot be part of a digest (${code})`,
      code === "EFBIG"
        ? "a skill is a small directory; move data elsewhere"
        : "check the file, its name and its permissions",
    );
  }
}

/** Returns the paths of all files as bytes, sorted by these bytes. */
function listFiles(directory: string, files: Files, maxFiles: number): Buffer[] {
  const found: Buffer[] = [];
  const pending = [""];
  for (let relative = pending.pop(); relative !== undefined; relative = pending.pop()) {
    const absolute = relative === "" ? directory : `${directory}/${relative}`;
    const within = (name: string): string => (relative === "" ? name : `${relative}/${name}`);
    const listing = orRefuse(absolute, () => files.readDirectory(absolute));
    const odd = listing.links[0] ?? listing.others[0];
    if (odd !== undefined)
      throw refused(
        `\`${directory}/${within(odd)}\` is ${listing.links.length > 0 ? "a link" : "a special file"}`,
        "a digest covers only real files; replace it by a copy",
      );
    for (const name of listing.directories) pending.push(within(name));
    for (const name of listing.files) found.push(Buffer.from(within(name)));
    if (found.length + pending.length > maxFiles)
      throw refused(
        `\`${directory}\` has more than ${maxFiles} files`,
        "a skill is a small directory; move data elsewhere",
      );
  }
  return found.sort(Buffer.compare);
}

function refused(message: string, hint: string): OperationError {
  return new OperationError("SK304", message, { hint });
}

/**
 * Returns `sha256:…`, the digest that a directory with exactly these files would have. The result is cached, because
 * bundles are immutable.
 */
export function digestBundle(bundle: Bundle): string {
  const digest =
    known.get(bundle) ?? digestFiles(bundle.files.map((file) => ({ ...file, path: Buffer.from(file.path) })));
  known.set(bundle, digest);
  return digest;
}

const known = new WeakMap<Bundle, string>();
