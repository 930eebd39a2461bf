/**
 * Stores a search index in the user's cache, and opens it again. An unusable file is treated as missing, because the
 * index can always be built again. A diagnostic gives the reason.
 */

import { hash } from "node:crypto";
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../model/diagnostics/make-diagnostic.ts";
import { OperationError, systemCode } from "../model/errors.ts";
import { parentPath } from "../model/text/text.ts";
import type { Files } from "../platform/files/files.ts";
import { openOwnBytes } from "../platform/files/open-bytes.ts";
import { writeFileAtomically } from "../platform/writing/write-file.ts";
import { removeTree } from "../platform/writing/write-tree.ts";
import { type FrozenIndex, openIndex, packIndex } from "./index/frozen-index.ts";
import { DamagedIndex } from "./index/postings.ts";

/** Maximum bytes of a stored index: twice the index of a hundred thousand skills with their instructions. */
const MAX_BYTES = 1024 * 1024 * 1024;
/** Maximum number of stored indexes; the least recently used are removed. */
const MAX_INDEXES = 12;
/** Only the user may read the file, because it contains words of the skills. */
const MODE = 0o600;

const NAME = /^index-[0-9a-f]{16}\.bin$/;

/** Returns the file of the index for this description. Another description has another file. */
export function indexFile(directory: string, about: unknown): string {
  return `${directory}/search/index-${hash("sha256", JSON.stringify(about), "hex").slice(0, 16)}.bin`;
}

export type ReportFinding = (finding: Diagnostic) => void;

export function openStoredIndex(path: string, report: ReportFinding): FrozenIndex | undefined {
  try {
    const bytes = openOwnBytes(path, MAX_BYTES);
    const index = openIndex(bytes);
    if (index !== undefined) return index;
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

export function writeIndex(path: string, index: FrozenIndex, files: Files, report: ReportFinding): void {
  const pieces = packIndex(index);
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  if (bytes > MAX_BYTES) {
    reportUnwritten(path, `it would have ${bytes} bytes, more than ${MAX_BYTES}`, report);
    return;
  }
  try {
    writeFileAtomically(path, pieces, { waits: false, mode: MODE });
    forgetOldest(parentPath(path), files);
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

function forgetOldest(directory: string, files: Files): void {
  const kept = files
    .readDirectory(directory)
    .files.filter((name) => NAME.test(name))
    .map((name) => ({ path: `${directory}/${name}`, written: files.stamp(`${directory}/${name}`)?.mtimeMs ?? 0 }))
    .sort((a, b) => b.written - a.written || (a.path < b.path ? -1 : 1));
  for (const { path } of kept.slice(MAX_INDEXES)) removeTree(path);
}
