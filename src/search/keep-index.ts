/**
 * Conductor: stores a search index in the user's cache and reads it back. An unreadable or damaged file is treated as
 * missing, and a write error is ignored, because the index can always be rebuilt.
 */
import { hash } from "node:crypto";
import { OperationError, systemCode } from "../model/errors.ts";
import type { Files } from "../platform/files/files.ts";
import { writeFileAtomically } from "../platform/writing/write-file.ts";
import { removeTree } from "../platform/writing/write-tree.ts";
import { type FrozenIndex, packIndex, unpackIndex } from "./index/frozen-index.ts";

/** About fifteen thousand skills with their instructions. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Maximum number of stored indexes; the least recently used are removed. */
const MAX_INDEXES = 12;

const NAME = /^index-[0-9a-f]{16}\.bin$/;

/** The file for what `about` describes: other words are another file. */
export function indexFile(directory: string, about: unknown): string {
  return `${directory}/search/index-${hash("sha256", JSON.stringify(about), "hex").slice(0, 16)}.bin`;
}

export function readIndex(path: string, files: Files): FrozenIndex | undefined {
  try {
    return unpackIndex(files.readFile(path, MAX_BYTES));
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

export function writeIndex(path: string, index: FrozenIndex, files: Files): void {
  const packed = packIndex(index);
  if (packed.length > MAX_BYTES) return;
  try {
    writeFileAtomically(path, packed, { waits: false });
    forgetOldest(path.slice(0, path.lastIndexOf("/")), files);
  } catch (error) {
    if (!(error instanceof OperationError) && systemCode(error) === "") throw error;
  }
}

function forgetOldest(directory: string, files: Files): void {
  const kept = files
    .readDirectory(directory)
    .files.filter((name) => NAME.test(name))
    .map((name) => ({ path: `${directory}/${name}`, written: files.stamp(`${directory}/${name}`)?.mtimeMs ?? 0 }))
    .sort((a, b) => b.written - a.written || (a.path < b.path ? -1 : 1));
  for (const { path } of kept.slice(MAX_INDEXES)) removeTree(path);
}
