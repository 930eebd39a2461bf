/**
 * Linux, with the program `bwrap`: every namespace of its own, the system's directories to read, what the request names,
 * and nothing else. There is no home, no other process, no network device and no capability; when we end, so does it.
 */
import type { CommandRequest } from "../../model/conversation/control.ts";
import { mountsOf, NETWORK_FILES, programMounts, SCRATCH_BYTES, SYSTEM_DIRECTORIES } from "./mounts.ts";
import { type Candidate, insideNamespace, limited } from "./wrapped.ts";

/** [F1] [F2] */
export function bubblewrap(program: string): Candidate {
  return candidate("bubblewrap", program, bubblewrapArguments);
}

/** Before 0.7 it knows no `--size`: what is written to its `/tmp` ends where the memory does. */
export function olderBubblewrap(program: string): Candidate {
  const unsized = (request: CommandRequest): readonly string[] =>
    bubblewrapArguments(request).filter((word, at, all) => word !== "--size" && all[at - 1] !== "--size");
  return candidate("bubblewrap, an older one", program, unsized);
}

function candidate(
  name: string,
  program: string,
  argumentsFor: (request: CommandRequest) => readonly string[],
): Candidate {
  return {
    name,
    wrap: (request) => ({
      program,
      args: [...argumentsFor(request), "--", ...insideNamespace(limited(request))],
      variables: { ...request.variables, HOME, TMPDIR: "/tmp" },
      // What the command's directory is called, only the inside needs to know.
      cwd: "/",
      bound: { hasInnerGate: true },
    }),
  };
}

/** Empty, and gone afterwards. */
const HOME = "/tmp/home";

export function bubblewrapArguments({ program, cwd, confinement }: CommandRequest): readonly string[] {
  const { network } = confinement;
  const shown = [...SYSTEM_DIRECTORIES, ...(network ? NETWORK_FILES : []), ...programMounts(program)];
  return [
    "--unshare-all",
    ...(network ? ["--share-net"] : []),
    // Not `--new-session`: its first process must stay in the group that ends with us. There is no terminal to protect,
    // because that group has a session of its own.
    "--die-with-parent",
    ...["--cap-drop", "ALL"],
    ...["--proc", "/proc"],
    ...["--dev", "/dev"],
    ...["--size", `${SCRATCH_BYTES}`, "--tmpfs", "/dev/shm"],
    ...["--remount-ro", "/dev"],
    ...["--size", `${SCRATCH_BYTES}`, "--tmpfs", "/tmp"],
    ...["--dir", HOME],
    ...shown.flatMap((path) => ["--ro-bind-try", path, path]),
    ...mountsOf(confinement).flatMap(({ path, writable }) => [writable ? "--bind" : "--ro-bind", path, path]),
    // Its own directories are memory, too.
    ...["--remount-ro", "/"],
    ...["--chdir", cwd],
  ];
}
