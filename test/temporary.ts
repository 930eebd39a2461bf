import { readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 2 ** 31;

/**
 * The beginning of the paths of all temporary directories that tests use. Catalogs contain paths, so on POSIX systems the length
 * does not depend on the machine. Linux keeps the directories in memory if it can: on some disks, `rmdir` takes 2 ms.
 */
export function temporaryPrefix(): string {
  if (process.platform === "win32") return join(tmpdir(), "skw-");
  return canUseMemory() ? `${MEMORY}/` : "/tmp/skw-";
}

function canUseMemory(): boolean {
  if (process.platform !== "linux") return false;
  // A container may have no file system in memory, limit it to 64 MB, or prevent programs from starting there.
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .find((line) => line.split(" ")[1] === MEMORY);
  if (mount === undefined || /[ ,](?:ro|noexec)[ ,]/.test(mount)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}
