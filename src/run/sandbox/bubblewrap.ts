/**
 * The Linux sandbox with `bwrap`. It has separate namespaces, read-only system directories and the requested paths. A
 * command has no home, no view of other processes, no network device, no `/sys` and no capabilities. It may only make
 * the system calls that `seccomp.ts` allows. The sandbox ends together with Skillwright.
 */
import type { CommandRequest } from "../../model/conversation/control.ts";
import { entryKindAt } from "../../platform/files/mount-table.ts";
import { writeNewFile } from "../../platform/writing/write-tree.ts";
import {
  innerIds,
  MASKED_PATHS,
  NETWORK_FILES,
  namespaceMounts,
  programMounts,
  SCRATCH_BYTES,
  SYSTEM_DIRECTORIES,
} from "./mounts.ts";
import { seccompFilter } from "./seccomp.ts";
import { insideNamespace, type SandboxCandidate, type WrappedCommand } from "./wrapped.ts";

/** Returns the provider for `bwrap`. The program `unshare` mounts the overlays of writable directories. */
export function bubblewrapCandidate(program: string, unshare = UNSHARE): SandboxCandidate {
  return candidate("bubblewrap", program, unshare, bubblewrapArguments);
}

/**
 * Returns the provider for older versions of `bwrap`. Before 0.8 it has no `--disable-userns`, and before 0.7 no
 * `--size`, so only the memory of the machine limits its `/tmp`.
 */
export function oldBubblewrapCandidate(program: string, unshare = UNSHARE): SandboxCandidate {
  const older: ArgumentsFor = (...given) =>
    bubblewrapArguments(...given).filter(
      (word, at, all) => word !== "--size" && all[at - 1] !== "--size" && word !== "--disable-userns",
    );
  return candidate("an older version of bubblewrap", program, unshare, older);
}

const UNSHARE = "/usr/bin/unshare";

type ArgumentsFor = (request: CommandRequest, sources?: ReadonlyMap<string, string>) => readonly string[];

function candidate(name: string, program: string, unshare: string, argumentsFor: ArgumentsFor): SandboxCandidate {
  return {
    name,
    unshare,
    wrap: (request, scratch, sources) => ({
      ...filtered(program, [...argumentsFor(request, sources), "--", ...insideNamespace(request)], scratch),
      variables: { ...request.variables, HOME, TMPDIR: "/tmp" },
      // `bwrap` starts in `/`. Its arguments set the command's working directory inside of the sandbox.
      cwd: "/",
      bound: { hasInnerGate: true },
    }),
  };
}

/**
 * Adds the filter for system calls. A shell opens the filter's file as a descriptor, and bubblewrap reads this
 * descriptor.
 */
function filtered(program: string, args: readonly string[], scratch: string): Pick<WrappedCommand, "program" | "args"> {
  const filter = seccompFilter();
  if (filter === undefined) return { program, args };
  const path = `${scratch}/filter`;
  writeNewFile(path, filter, 0o600);
  return { program: "/bin/sh", args: ["-c", 'exec "$@" 4< "$0"', path, program, "--seccomp", "4", ...args] };
}

/** The home directory of a command. It is empty at the start and removed at the end. */
const HOME = "/tmp/home";

export function bubblewrapArguments(
  { program, cwd, confinement }: CommandRequest,
  sources: ReadonlyMap<string, string> = new Map(),
): readonly string[] {
  const { network } = confinement;
  const shown = [...SYSTEM_DIRECTORIES, ...(network ? NETWORK_FILES : []), ...programMounts(program)];
  const { uid, gid } = innerIds();
  return [
    "--unshare-all",
    ...(network ? ["--share-net"] : []),
    // If the command could create its own user namespace, it would reach kernel code that otherwise only root can use.
    ...["--unshare-user", "--disable-userns", "--uid", `${uid}`, "--gid", `${gid}`],
    // `--new-session` is not used, because the first process must stay in the process group that ends with Skillwright.
    // That group has its own session, so there is no terminal to protect.
    "--die-with-parent",
    ...["--cap-drop", "ALL"],
    ...["--proc", "/proc"],
    ...MASKED_PATHS.flatMap(mask),
    // bubblewrap leaves `/proc/sys` as it is, because ordinary users cannot write there. Root can, so `/proc` is made
    // read-only.
    ...["--remount-ro", "/proc"],
    ...["--dev", "/dev"],
    ...["--size", `${SCRATCH_BYTES}`, "--tmpfs", "/dev/shm"],
    ...["--remount-ro", "/dev"],
    ...["--size", `${SCRATCH_BYTES}`, "--tmpfs", "/tmp"],
    ...["--dir", HOME],
    ...shown.flatMap((path) => ["--ro-bind-try", path, path]),
    ...namespaceMounts(confinement, sources).flatMap(({ path, writable, source = path }) => [
      writable ? "--bind" : "--ro-bind",
      source,
      path,
    ]),
    // The root directory that bubblewrap creates is also in memory, so the command must not write to it.
    ...["--remount-ro", "/"],
    ...["--chdir", cwd],
  ];
}

function mask(path: string): readonly string[] {
  const kind = entryKindAt(path);
  if (kind === undefined) return [];
  return kind === "directory" ? ["--tmpfs", path, "--remount-ro", path] : ["--ro-bind", "/dev/null", path];
}
