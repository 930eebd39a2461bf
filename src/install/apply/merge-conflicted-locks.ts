/** Merges a lock that git left with conflict markers. */
import { nodeFiles } from "../../platform/files/node-files.ts";
import { changeFiles } from "../../platform/writing/change-files.ts";
import { conflictSidesOf, formatLock, parseLock, readStateText } from "../../trust/locks/skills-lock.ts";
import type { InstallContext } from "../context.ts";
import { refuseLink } from "../journal/lock-install.ts";

/** Returns the merged locks. Throws SK504 if both branches changed the same skill. */
export async function mergeConflictedLocks({ statePaths }: InstallContext): Promise<readonly string[]> {
  const open = [statePaths.projectLock, statePaths.userLock].filter(isInConflict);
  for (const path of open) refuseLink(path);
  if (open.length > 0)
    await changeFiles(open, (files) => {
      for (const path of open.filter(isInConflict)) files.write(path, formatLock(parseLock(textOf(path), path)));
    });
  return open;
}

export function isInConflict(path: string): boolean {
  return conflictSidesOf(textOf(path)) !== undefined;
}

const MAX_BYTES = 64 * 1024 * 1024;

function textOf(path: string): string {
  return readStateText(path, nodeFiles, MAX_BYTES) ?? "";
}
