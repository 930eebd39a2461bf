/**
 * The paths that a command may access, as a list. If a path contains another path of the list, the entry of the inner
 * path comes later and takes precedence.
 */
import type { Confinement } from "../../model/conversation/control.ts";
import { compareText } from "../../model/text/text.ts";

export interface Mount {
  readonly path: string;
  readonly writable: boolean;
  /** The directory to mount at `path` (default: `path` itself). */
  readonly source?: string;
}

/**
 * Returns the mounts, with outer directories first. If a path is listed as both readable and writable, it is read-only.
 * A readable path inside of a writable one is read-only too.
 */
export function mountsOf({ read, write }: Pick<Confinement, "read" | "write">): readonly Mount[] {
  const byPath = new Map<string, Mount>();
  for (const path of write) byPath.set(path, { path, writable: true });
  for (const path of read) byPath.set(path, { path, writable: false });
  return [...byPath.values()].sort((a, b) => a.path.length - b.path.length || compareText(a.path, b.path));
}

/** Maximum size of temporary files. They are in memory and disappear with the command. */
export const SCRATCH_BYTES = 256 * 1024 * 1024;

/** Returns the mounts of a command in Linux namespaces. `sources` contains the overlays of writable directories. */
export function namespaceMounts(
  confinement: Pick<Confinement, "read" | "write">,
  sources: ReadonlyMap<string, string>,
): readonly Mount[] {
  return mountsOf(confinement).map((mount) => {
    const source = mount.writable ? sources.get(mount.path) : undefined;
    return source === undefined ? mount : { ...mount, source };
  });
}

/**
 * Paths that the default configuration of OCI runtimes masks, because they describe the whole machine. The other paths
 * of that configuration need no entry, because a command has no `/sys` and a read-only `/proc`.
 */
export const MASKED_PATHS: readonly string[] = [
  "/proc/acpi",
  "/proc/asound",
  "/proc/interrupts",
  "/proc/kcore",
  "/proc/keys",
  "/proc/latency_stats",
  "/proc/sched_debug",
  "/proc/scsi",
  "/proc/timer_list",
  "/proc/timer_stats",
];

/**
 * Returns the user and group ids of a command: the user's own ids, or unprivileged ids if the user is root. Root in the
 * sandbox would also be root for the machine's files.
 */
export function innerIds(): { readonly uid: number; readonly gid: number } {
  return { uid: process.getuid?.() || UNPRIVILEGED, gid: process.getgid?.() || UNPRIVILEGED };
}

const UNPRIVILEGED = 1000;

/** Paths that every command can read: programs, libraries and their data, and no user files. */
export const SYSTEM_DIRECTORIES: readonly string[] = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/opt",
  "/nix/store",
  "/etc/alternatives",
  "/etc/group",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/localtime",
  "/etc/mime.types",
  "/etc/nsswitch.conf",
  "/etc/passwd",
  "/etc/timezone",
];

/** Files that a command needs only with network access. */
export const NETWORK_FILES: readonly string[] = [
  "/etc/ca-certificates",
  "/etc/ca-certificates.conf",
  "/etc/hosts",
  "/etc/pki",
  "/etc/resolv.conf",
  "/etc/ssl",
];

/**
 * Returns the program's path if it is outside of the system's directories. Only this file is then mounted, not its
 * directory.
 */
export function programMounts(program: string): readonly string[] {
  const known = SYSTEM_DIRECTORIES.some((directory) => program.startsWith(`${directory}/`));
  return program.startsWith("/") && !known ? [program] : [];
}
