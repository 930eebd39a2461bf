/**
 * Stores a search index in the user's cache, and opens it again. An unusable file is treated as missing, because the
 * index can always be built again. A diagnostic has the reason.
 */

import { hash } from "node:crypto";
import { hashBytes } from "../catalog/snapshot/revision.ts";
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../model/diagnostics/make-diagnostic.ts";
import { OperationError, systemCode } from "../model/errors.ts";
import { parentPath } from "../model/text/text.ts";
import { nodeFiles } from "../platform/files/node-files.ts";
import { openFileOwnedByUser } from "../platform/files/open-bytes.ts";
import { writeFileAtomically } from "../platform/writing/write-file.ts";
import { removeTree } from "../platform/writing/write-tree.ts";
import { type FrozenIndex, openIndex, type Store } from "./index/frozen-index.ts";
import { DamagedIndex } from "./index/postings.ts";
import { openLoad, type StoredLoad } from "./stored-load.ts";

/** Maximum bytes of a stored index: twice the index of a hundred thousand skills with their instructions. */
const MAX_BYTES = 1024 * 1024 * 1024;
/** Maximum number of stored files of each kind; the oldest are removed. */
const MAX_INDEXES = 12;
/** Only the user may read the file, because it contains words of the skills. */
const MODE = 0o600;

/** Stored indexes, and stored loads, which belong to an index. */
const NAME = /^(index|load)-[0-9a-f]{16}\.bin$/;

/** Returns the path of the stored index for these properties. Other properties give another path. */
export function indexFile(directory: string, about: unknown): string {
  return `${directory}/search/index-${hash("sha256", JSON.stringify(about), "hex").slice(0, 16)}.bin`;
}

/** Returns the path of a stored load. `key` describes the load, and is also in the file. */
export function loadFile(directory: string, key: string): string {
  return `${directory}/search/load-${hashText(key)}.bin`;
}

/** Returns a hash of 64 bits. Loading a cryptographic hash would take four milliseconds. */
export function hashText(text: string): string {
  const bytes = Buffer.from(text);
  const halves = [hashBytes(bytes, 0, bytes.length), hashBytes(bytes.reverse(), 0, bytes.length)];
  return halves.map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

export type ReportFinding = (finding: Diagnostic) => void;

export function openStoredIndex(path: string, report: ReportFinding): FrozenIndex | undefined {
  return openStored(path, openIndex, report);
}

export function openStoredLoad(path: string, report: ReportFinding): StoredLoad | undefined {
  return openStored(path, openLoad, report);
}

function openStored<Content>(
  path: string,
  open: (bytes: Store) => Content | undefined,
  report: ReportFinding,
): Content | undefined {
  try {
    const bytes = openFileOwnedByUser(path, MAX_BYTES);
    const content = open(bytes);
    if (content !== undefined) return content;
    bytes.close();
    reportUnusable(path, report);
  } catch (error) {
    const code = systemCode(error);
    if (error instanceof DamagedIndex) reportUnusable(path, report);
    else if (code === "") throw error;
    else if (code !== "ENOENT" && code !== "ENOTDIR") reportUnusable(path, report, code);
  }
  return undefined;
}

/** Reports a stored index that is not used. */
export function reportUnusable(path: string, report: ReportFinding, code?: string): void {
  const why =
    code === "EPERM"
      ? "another user owns it or can write to it"
      : code === undefined
        ? "it is damaged or of another version"
        : `it cannot be read (${code})`;
  report(
    diagnostic("SK341", {
      path,
      message: `the search index \`${path}\` is not used: ${why}`,
      help: "you need not do anything: this search builds the index again; if this message comes back, remove the file",
    }),
  );
}

/** Writes a file of the search cache. Reports it if that is impossible. */
export function writeSearchCacheFile(path: string, pieces: readonly Uint8Array[], report: ReportFinding): void {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  if (bytes > MAX_BYTES) {
    reportUnwritten(path, `it would have ${bytes} bytes, more than ${MAX_BYTES}`, report);
    return;
  }
  try {
    writeFileAtomically(path, pieces, { waits: false, mode: MODE });
    forgetOldest(parentPath(path));
  } catch (error) {
    const cause = error instanceof OperationError ? error.cause : error;
    const code = systemCode(cause);
    if (!(error instanceof OperationError) && code === "") throw error;
    reportUnwritten(path, code === "" ? "something else is at this path" : code, report);
  }
}

function reportUnwritten(path: string, why: string, report: ReportFinding): void {
  report(
    diagnostic("SK341", {
      path,
      message: `the search index cannot be written to \`${path}\` (${why}), so every search reads all skills again`,
      help: "make the cache directory writable, or set `XDG_CACHE_HOME` to one that is",
    }),
  );
}

function forgetOldest(directory: string): void {
  const { files: names } = nodeFiles.readDirectory(directory);
  for (const kind of ["index", "load"]) {
    const kept = names
      .filter((name) => NAME.exec(name)?.[1] === kind)
      .map((name) => ({ path: `${directory}/${name}`, written: nodeFiles.stamp(`${directory}/${name}`)?.mtimeMs ?? 0 }))
      .sort((a, b) => b.written - a.written || (a.path < b.path ? -1 : 1));
    for (const { path } of kept.slice(MAX_INDEXES)) removeTree(path);
  }
}
