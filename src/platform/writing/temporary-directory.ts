/** A directory for the user alone, under its real path, that is gone when it is removed or when this process ends. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnding } from "../processes/at-ending.ts";

export interface TemporaryDirectory {
  readonly path: string;
  remove(): void;
}

/** The path begins with `prefix` (default: in the directory of the system). Throws system errors. */
export function temporaryDirectory(prefix?: string): TemporaryDirectory {
  const path = mkdtempSync(prefix ?? join(realpathSync(tmpdir()), "skillwright-"));
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  const calledOff = atEnding(remove);
  return {
    path,
    remove() {
      calledOff();
      remove();
    },
  };
}
