import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { makeDirectories } from "./write-file.ts";

/** The write operations for system skills. Tests interrupt a run at each operation. */
export interface DiskWriter {
  /** Creates a directory with all missing parents. */
  makeDirectory(path: string): void;
  writeFile(path: string, bytes: Uint8Array, executable: boolean): void;
  /** Renames a path. It fails if the target is a directory with entries: ENOTEMPTY, EEXIST or EPERM, by platform. */
  rename(from: string, to: string): void;
  /** Removes a path with everything below it. It removes a symlink without following it, and ignores a missing path. */
  remove(path: string): void;
}

export const nodeDiskWriter: DiskWriter = {
  makeDirectory(path) {
    makeDirectories(path);
  },
  writeFile(path, bytes, executable) {
    writeFileSync(path, bytes, { flag: "wx" });
    // Sets the mode, so that neither the umask nor a read-only installation affects it.
    chmodSync(path, executable ? 0o755 : 0o644);
  },
  rename(from, to) {
    renameSync(from, to);
  },
  remove(path) {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  },
};
