/**
 * Lets a command write without changing the files of the user (Linux). Each writable directory is the lower half of an
 * overlay, and the changes go to a directory of Skillwright. After the command, `apply-changes.ts` copies the changes,
 * except for protected names. Overlays are needed because a mount cannot protect a name in a directory that does not
 * exist yet.
 */
import type { CommandOutcome, Confinement } from "../../model/conversation/control.ts";
import { hasProtectedName } from "../../model/rules/protected-names.ts";
import { quoteForeignText } from "../../model/text/display/foreign-text.ts";
import {
  entryKindAt,
  mountPointsBelow,
  readMounts,
  readTextOrEmpty,
  realPathOf,
} from "../../platform/files/mount-table.ts";
import { applyChanges, makeOverlayDirectories, type RefusedChange } from "../../platform/writing/apply-changes.ts";

export interface Layers {
  /** Maps each writable path to the directory that the command gets instead. */
  readonly sources: ReadonlyMap<string, string>;
  /** Returns a command line that first mounts the overlays and then starts the sandbox's program. */
  around(program: string, args: readonly string[]): readonly [string, ...string[]];
  /** Copies the changes of a command, but only if the command ended by itself. */
  settle(outcome: CommandOutcome): CommandOutcome;
}

/** Opens the overlays. Returns the reason if a path cannot be written. `unshare` is the path of the program. */
export function openLayers(
  { write, keep = [] }: Confinement,
  scratch: string,
  unshare: string,
): Layers | { reason: string } {
  const targets: string[] = [];
  const mounts = write.length > 0 ? readMounts() : [];
  for (const path of write) {
    const kind = entryKindAt(path);
    if (kind === undefined) return { reason: `\`${path}\`, which it may write, does not exist` };
    if (`${scratch}/`.startsWith(`${path}/`)) return { reason: `\`${path}\`, which it may write, ${HOLDS_TEMPORARY}` };
    // An overlay cannot include a mount of another user namespace, so such a directory is refused.
    const [mount] = mountPointsBelow(path, mounts);
    if (mount !== undefined) return { reason: `\`${path}\`, which it may write, has a mount below it: \`${mount}\`` };
    const real = realPathOf(path);
    if (real !== path && hasProtectedName(real, "") && !hasProtectedName(path, ""))
      return { reason: `\`${path}\`, which it may write, leads to the protected place \`${real}\`` };
    if (kind === "directory") targets.push(path);
  }
  const layers = targets.map((target, at) => ({ target, directory: `${scratch}/layer-${at}` }));
  const identities = layers.map(({ target, directory }) => makeOverlayDirectories(directory, target));
  return {
    sources: new Map(layers.map(({ target, directory }) => [target, `${directory}/merged`])),
    around: (program, args) =>
      layers.length === 0
        ? [program, ...args]
        : [unshare, ...NAMESPACES, "/bin/sh", "-c", SCRIPT, "sh", scratch, `${layers.length}`, program, ...args],
    settle: (outcome) => settle(outcome, layers, identities, keep),
  };
}

interface Layer {
  readonly target: string;
  readonly directory: string;
}

const HOLDS_TEMPORARY = "contains the directory for temporary files: set `TMPDIR` to a directory outside of it";
const NAMESPACES = ["--user", "--map-root-user", "--mount"] as const;

/**
 * Copies the changes of a command and returns its outcome. If a command was stopped, its changes are dropped. If a
 * change is refused, the outcome is a failure.
 */
function settle(
  outcome: CommandOutcome,
  layers: readonly Layer[],
  identities: readonly string[],
  keep: readonly string[],
): CommandOutcome {
  if (outcome.ended !== "exited" || layers.length === 0) return outcome;
  const refused: string[] = [];
  for (const [at, { target, directory }] of layers.entries()) {
    const identity = identities[at] as string;
    const opaque = readTextOrEmpty(`${directory}/opaque`);
    const refusals = opaque.endsWith(END)
      ? applyChanges({
          upper: `${directory}/upper`,
          target,
          identity,
          opaque: opaque.slice(0, -END.length).split("\0"),
          keep,
        })
      : [{ path: ".", reason: "the list of changes by the command is not complete" }];
    refused.push(...refusals.map((each) => describe(target, each)));
  }
  if (refused.length === 0) return outcome;
  const more = refused.length > MAX_SHOWN ? [`… and ${refused.length - MAX_SHOWN} more`] : [];
  const lines = [...refused.slice(0, MAX_SHOWN), ...more].map((line) => `skillwright: not written: ${line}\n`);
  return { ...outcome, code: outcome.code || 1, stderr: `${outcome.stderr}${lines.join("")}` };
}

const MAX_SHOWN = 20;

function describe(target: string, { path, reason }: RefusedChange): string {
  return `${quoteForeignText(path === "." ? target : `${target}/${path}`)}: ${reason}`;
}

/** The last line of a list of paths. It shows that the list is complete, because no path ends like this. */
const END = "/.";

/**
 * Mounts the overlays, runs the command, and lists the directories that the command replaced by a directory of the same
 * name. Node cannot read the attribute that marks such a directory. Instead, the script looks for an entry of the lower
 * half that is missing in the overlay.
 */
const SCRIPT = `given=$PATH scratch=$1 count=$2
PATH=/usr/sbin:/usr/bin:/sbin:/bin
shift 2
at=0
while [ "$at" -lt "$count" ]; do
  cd "$scratch/layer-$at" || exit
  mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work,userxattr,volatile merged || {
    echo "no overlay can be mounted in $scratch: set TMPDIR to a directory on a disk (Linux 5.11 or later)" >&2
    exit 1
  }
  at=$((at + 1))
done
cd /
PATH=$given "$@"
status=$?
is_there() { [ -e "$1" ] || [ -L "$1" ]; }
is_directory() { [ -d "$1" ] && [ ! -L "$1" ]; }
is_opaque() {
  for lower in ../lower/"$1"/* ../lower/"$1"/.[!.]* ../lower/"$1"/..?*; do
    is_there "$lower" || continue
    is_there "$1/\${lower##*/}" && continue
    is_there "../merged/$1/\${lower##*/}" && return 1
    return 0
  done
  return 1
}
list() {
  for each in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    is_directory "$each" && is_directory "../lower/$each" || continue
    if is_opaque "$each"; then printf '%s\\0' "\${each#./}"; else list "$each"; fi
  done
}
while [ "$at" -gt 0 ]; do
  at=$((at - 1))
  cd "$scratch/layer-$at/upper" && { list .; printf '${END}'; } > ../opaque
done
exit "$status"
`;
