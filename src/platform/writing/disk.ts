import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { makeDirectories } from "./write-file.ts";

/** The four ways in which system skills are written; a test stops the run at any one of them. */
export interface Disk {
  /** With all missing parents. */
  makeDirectory(path: string): void;
  writeFile(path: string, bytes: Uint8Array, executable: boolean): void;
  /** Never onto a directory that holds anything: that is ENOTEMPTY, EEXIST or EPERM, by platform. */
  rename(from: string, to: string): void;
  /** With everything below; a link is removed, never followed; nothing there is fine. */
  remove(path: string): void;
}

export const nodeDisk: Disk = {
  makeDirectory(path) {
    makeDirectories(path);
  },
  writeFile(path, bytes, executable) {
    writeFileSync(path, bytes, { flag: "wx" });
    // The umask must not decide whether a script can run, nor an installation's read-only files become ours.
    chmodSync(path, executable ? 0o755 : 0o644);
  },
  rename(from, to) {
    renameSync(from, to);
  },
  remove(path) {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  },
};
