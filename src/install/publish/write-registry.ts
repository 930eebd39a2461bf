/** Writes the files of a registry to a directory. Unchanged files are not rewritten. */
import { systemCode } from "../../model/errors.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { writeFileAtomically } from "../../platform/writing/write-file.ts";
import type { RegistryFile } from "./build-registry.ts";

export interface WrittenFile {
  readonly path: string;
  readonly state: "written" | "unchanged";
}

/** Writes each file atomically and in order. The archives of an older index are kept, and the index is written last. */
export function writeRegistry(directory: string, files: readonly RegistryFile[], dryRun = false): WrittenFile[] {
  return files.map(({ path, bytes }) => {
    const target = `${directory}/${path}`;
    if (isThere(target, bytes)) return { path, state: "unchanged" };
    if (!dryRun) writeFileAtomically(target, bytes);
    return { path, state: "written" };
  });
}

function isThere(path: string, bytes: Uint8Array): boolean {
  try {
    return Buffer.compare(nodeFiles.readFile(path, bytes.length), bytes) === 0;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return false;
  }
}
