/** A directory for the user alone, under its real path, that is gone when it is removed or when this process ends. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemCode } from "../../model/errors.ts";
import { atEnding } from "../processes/at-ending.ts";

export interface TemporaryDirectory {
  readonly path: string;
  remove(): void;
}

/** The path begins with `prefix` (default: in the directory of the system). Throws system errors. */
export function temporaryDirectory(prefix?: string): TemporaryDirectory {
  const path = mkdtempSync(prefix ?? join(realpathSync(tmpdir()), "skillwright-"));
  const remove = (): void => removeTree(path);
  const calledOff = atEnding(remove);
  return {
    path,
    remove() {
      calledOff();
      remove();
    },
  };
}

/** A command can leave directories that it took its own rights to, or whose paths are too long for one call. */
function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (systemCode(error) === "" || process.platform === "win32") throw error;
    spawnSync("/bin/sh", ["-c", 'chmod -R u+rwx "$1"; rm -rf "$1"', "sh", path], { stdio: "ignore" });
  }
}
