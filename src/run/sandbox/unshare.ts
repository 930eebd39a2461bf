/**
 * The Linux sandbox without `bwrap`. `unshare` creates the namespaces, and a fixed script builds a root directory with
 * `mount`. Every path is passed to the script as an argument. The command runs as a user without capabilities and
 * cannot gain any.
 */
import type { CommandRequest } from "../../model/conversation/control.ts";
import {
  innerIds,
  MASKED_PATHS,
  type Mount,
  NETWORK_FILES,
  namespaceMounts,
  programMounts,
  SCRATCH_BYTES,
  SYSTEM_DIRECTORIES,
} from "./mounts.ts";
import { insideNamespace, type SandboxCandidate } from "./wrapped.ts";

export function unshareCandidate(program: string): SandboxCandidate {
  return {
    name: "unshare",
    unshare: program,
    wrap: (request, scratch, sources = new Map()) => ({
      program,
      args: [
        ...namespaces(request),
        ...["/bin/sh", "-c", SCRIPT, "sh", `${scratch}/root`, request.cwd, ...ids()],
        ...[...bindArguments(request, sources), "--"],
        ...insideNamespace(request),
      ],
      variables: { ...request.variables, HOME: "/tmp/home", TMPDIR: "/tmp" },
      cwd: "/",
      bound: { hasInnerGate: true },
    }),
  };
}

function namespaces({ confinement }: CommandRequest): readonly string[] {
  return [
    ...[
      "--user",
      "--map-root-user",
      "--mount",
      "--pid",
      "--fork",
      "--kill-child=SIGKILL",
      "--ipc",
      "--uts",
      "--cgroup",
    ],
    ...(confinement.network ? [] : ["--net"]),
  ];
}

function ids(): readonly string[] {
  const { uid, gid } = innerIds();
  return [`${uid}`, `${gid}`];
}

/** Returns three arguments for each mount: action, source and target. */
function bindArguments(
  { program, confinement }: CommandRequest,
  sources: ReadonlyMap<string, string>,
): readonly string[] {
  const system = [...SYSTEM_DIRECTORIES, ...(confinement.network ? NETWORK_FILES : []), ...programMounts(program)];
  const all: readonly Mount[] = [
    ...system.map((path) => ({ path, writable: false })),
    ...namespaceMounts(confinement, sources),
  ];
  return [
    ...all.flatMap(({ path, writable, source = path }) => [writable ? "rw" : "ro", source, path]),
    ...MASKED_PATHS.flatMap((path) => ["mask", path, path]),
  ];
}

/**
 * Builds the sandbox. A mount that the system made `noexec` keeps that option when it is mounted again. At the end, the
 * script makes all mounts read-only that the command must not write to, including nested mounts. The script stays the
 * first process of its namespace and in Skillwright's process group, so killing this group ends the namespace. The
 * command cannot trace the script, because the script has more capabilities. The command runs in a second user
 * namespace, in which it is not root. It cannot create a third user namespace.
 */
const SCRIPT = `set -e
root=$1 cwd=$2 uid=$3 gid=$4 path=$PATH
shift 4
PATH=/usr/sbin:/usr/bin:/sbin:/bin
mkdir "$root"
mount -t tmpfs -o mode=755,nosuid,nodev,size=1m tmpfs "$root"
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/.old"
mount -t tmpfs -o mode=755,nosuid,nodev,size=${SCRATCH_BYTES},nr_inodes=100000 tmpfs "$root/tmp"
mkdir "$root/tmp/home"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
writable='
/proc
/tmp
'
lock() {
  for also in "" ,noexec; do
    mount -o "remount,bind,$1,nosuid,nodev$also" "$root$2" 2> /dev/null && return 0
  done
  echo "cannot make $2 read-only" >&2
  exit 1
}
place() {
  if [ -d "$2" ]; then mkdir -p "$root$3"; else mkdir -p "$root\${3%/*}"; [ -e "$root$3" ] || : > "$root$3"; fi
  mount -o "rbind,$1,nosuid,nodev" "$2" "$root$3" 2> /dev/null || lock "$1" "$3"
}
while [ "$1" != -- ]; do
  case $1 in
    ro) [ ! -e "$2" ] || place ro "$2" "$3" ;;
    rw)
      place rw "$2" "$3"
      writable="$writable$3
" ;;
    mask)
      if [ -d "$root$3" ]; then mount -t tmpfs -o ro,nosuid,nodev,noexec tmpfs "$root$3"
      elif [ -e "$root$3" ]; then place ro /dev/null "$3"
      fi ;;
  esac
  shift 3
done
shift
for each in null zero full random urandom; do
  : > "$root/dev/$each"
  mount -o bind,ro,nosuid "/dev/$each" "$root/dev/$each" 2> /dev/null ||
    mount -o remount,bind,ro,nosuid,noexec "$root/dev/$each"
done
mount -o remount,bind,ro,nosuid,nodev "$root"
cd "$root"
pivot_root . .old
umount -l /.old
root=
while read -r _ _ _ _ point options _; do
  case $options in rw | rw,*) ;; *) continue ;; esac
  # A format reads a blank as the kernel writes it, as \\040, but a percent sign has to be doubled.
  rest=$point point=
  while case $rest in *%*) ;; *) false ;; esac; do point=$point\${rest%%\\%*}%% rest=\${rest#*%}; done
  # A substitution would lose a newline at the end.
  point=$(printf "$point$rest.")
  point=\${point%.}
  case $writable in *"
$point
"*) ;; *) lock ro "$point" ;; esac
done < /proc/self/mountinfo
read -r _ _ ids < /proc/self/uid_map
[ "$ids" -eq 1 ] || { echo "there is no user namespace" >&2; exit 1; }
echo 1 > /proc/sys/user/max_user_namespaces
cd "$cwd"
set +e
unshare --user --map-user="$uid" --map-group="$gid" --mount --keep-caps /bin/sh -c '
  mount -o remount,bind,ro,nosuid,nodev,noexec /proc || exit
  path=$1
  shift
  exec setpriv --ambient-caps=-all --inh-caps=-all --bounding-set=-all --no-new-privs env "PATH=$path" "$@"
' sh "$path" "$@"
exit $?
`;
