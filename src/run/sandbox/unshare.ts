/**
 * Linux without `bwrap`: namespaces by `unshare`, and a root directory that is put together with `mount`, by a script
 * whose text never changes; every path comes to it as an argument. The command begins with neither capabilities nor a way
 * to gain any.
 */
import type { CommandRequest } from "../../model/conversation/control.ts";
import { type Mount, mountsOf, NETWORK_FILES, programMounts, SCRATCH_BYTES, SYSTEM_DIRECTORIES } from "./mounts.ts";
import { type Candidate, insideNamespace, limited } from "./wrapped.ts";

/** [F1] [F2] */
export function unshare(program: string): Candidate {
  return {
    name: "unshare",
    wrap: (request, scratch) => ({
      program,
      args: [
        ...namespaces(request),
        ...["/bin/sh", "-c", SCRIPT, "sh", scratch, request.cwd, ...places(request), "--"],
        ...insideNamespace(limited(request)),
      ],
      variables: { ...request.variables, HOME: "/tmp/home", TMPDIR: "/tmp" },
      cwd: "/",
      bound: { hasInnerGate: true },
    }),
  };
}

function namespaces({ confinement }: CommandRequest): readonly string[] {
  return [
    ...["--user", "--map-root-user", "--mount", "--pid", "--fork", "--kill-child=SIGKILL", "--ipc", "--uts"],
    ...(confinement.network ? [] : ["--net"]),
  ];
}

function places({ program, confinement }: CommandRequest): readonly string[] {
  const shown = [...SYSTEM_DIRECTORIES, ...(confinement.network ? NETWORK_FILES : []), ...programMounts(program)];
  const all: readonly Mount[] = [...shown.map((path) => ({ path, writable: false })), ...mountsOf(confinement)];
  return all.flatMap(({ path, writable }) => [writable ? "rw" : "ro", path]);
}

/**
 * A mount that the system made `nosuid`, `nodev` or `noexec` keeps that option when it is mounted again.
 * The script stays the first process of its namespace, in our process group, so a kill of that group ends the namespace.
 * It keeps the capabilities that the command does not have, so the command cannot trace it.
 */
const SCRIPT = `set -e
root=$1 cwd=$2 path=$PATH
shift 2
PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t tmpfs -o mode=755,size=${SCRATCH_BYTES},nr_inodes=100000 tmpfs "$root"
mkdir -p "$root/proc" "$root/dev" "$root/tmp/home" "$root/.old"
place() {
  [ -e "$2" ] || return 0
  if [ -d "$2" ]; then mkdir -p "$root$2"; else mkdir -p "$root\${2%/*}"; : > "$root$2"; fi
  mount --rbind "$2" "$root$2"
  [ "$1" = ro ] || return 0
  for also in "" ,nosuid,nodev ,nosuid,nodev,noexec; do
    mount -o "remount,bind,ro$also" "$root$2" 2> /dev/null && return 0
  done
  echo "cannot make $2 read-only" >&2
  exit 1
}
while [ "$1" != -- ]; do place "$1" "$2"; shift 2; done
shift
mount -t proc proc "$root/proc"
for each in null zero full random urandom; do : > "$root/dev/$each"; mount --bind "/dev/$each" "$root/dev/$each"; done
cd "$root"
pivot_root . .old
umount -l /.old
cd "$cwd"
setpriv --bounding-set=-all --inh-caps=-all --no-new-privs env "PATH=$path" "$@"
exit $?
`;
