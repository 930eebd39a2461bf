import { type Approvals, readApprovals } from "../trust/approvals/approvals.ts";
import { type Lock, readLock } from "../trust/locks/skills-lock.ts";
import type { InstallContext } from "./context.ts";

/** Locks and approvals as they are now, each read once however many skills are planned. */
export interface InstallState {
  readonly lock: (path: string) => Lock;
  readonly approvals: Approvals;
}

export function readInstallState({ files, places }: InstallContext): InstallState {
  const locks = new Map<string, Lock>();
  return {
    approvals: readApprovals(places.approvals, files),
    lock(path) {
      const lock = locks.get(path) ?? readLock(path, files);
      locks.set(path, lock);
      return lock;
    },
  };
}
