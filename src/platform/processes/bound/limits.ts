/**
 * Limits for commands: always for processes, and for memory if this process has a cgroup (v2) that it may divide. The
 * kernel ignores `ulimit -u` for root, so root needs a cgroup with the `pids` controller (v1 or v2).
 */

import { accessSync, constants, mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { undefinedIfRefused } from "../../../model/errors.ts";
import { parentPath } from "../../../model/text/text.ts";
import { type MountEntry, readMounts, readTextOrEmpty } from "../../files/mount-table.ts";
import { onProcessEnd } from "../at-ending.ts";

export const MAX_PROCESSES = 4096;
export const MAX_MEMORY_BYTES = 4 * 1024 ** 3;

export interface LimitGroup {
  /** Directories of cgroups that a command joins before it starts. */
  readonly directories: readonly string[];
  readonly limitsProcesses: boolean;
  readonly limitsMemory: boolean;
  remove(): void;
}

export interface OwnCgroup {
  /** The text of `/proc/self/cgroup`. */
  readonly own: string;
  readonly mounts: readonly MountEntry[];
}

export interface GroupLimits {
  readonly processes: number;
  readonly memoryBytes: number;
}

const LIMITS: GroupLimits = { processes: MAX_PROCESSES, memoryBytes: MAX_MEMORY_BYTES };

/** Creates the group of one command. Call `remove` after the command. */
export function openLimitGroup(limits: GroupLimits = LIMITS, place: OwnCgroup = findOwnCgroup()): LimitGroup {
  const made: string[] = [];
  const unified = join(unifiedParents(place, "memory"), { "memory.max": `${limits.memoryBytes}` }, made);
  // Sets a swap limit too, because memory is otherwise unlimited. Kernels without swap accounting lack the file.
  if (unified !== undefined) set(unified, "memory.swap.max", "0");
  const processes = { "pids.max": `${limits.processes}` };
  const counted =
    unified !== undefined && set(unified, "pids.max", `${limits.processes}`)
      ? unified
      : join([...unifiedParents(place, "pids"), ...legacyParents(place, "pids")], processes, made);
  const remove = (): void => made.splice(0).forEach(removeGroup);
  const calledOff = made.length > 0 ? onProcessEnd(remove) : undefined;
  return {
    directories: [...made],
    limitsProcesses: counted !== undefined,
    limitsMemory: unified !== undefined,
    remove() {
      calledOff?.();
      remove();
    },
  };
}

function findOwnCgroup(): OwnCgroup {
  return { own: readTextOrEmpty("/proc/self/cgroup"), mounts: readMounts() };
}

/**
 * Returns the groups in which a new group can be created: our own group, and its parent. The parent is needed because a
 * v2 group with processes cannot be divided.
 */
function unifiedParents({ own, mounts }: OwnCgroup, controller: string): readonly string[] {
  const path = /^0::(.*)$/m.exec(own)?.[1];
  const mount = mounts.find(({ type }) => type === "cgroup2");
  if (path === undefined || mount === undefined) return [];
  const group = directoryOf(path, mount);
  const above = group === mount.point ? [] : [parentPath(group)];
  return [group, ...above].filter((directory) =>
    readTextOrEmpty(`${directory}/cgroup.subtree_control`).split(/\s+/).includes(controller),
  );
}

function legacyParents({ own, mounts }: OwnCgroup, controller: string): readonly string[] {
  const line = own.split("\n").find((each) => each.split(":")[1]?.split(",").includes(controller));
  const mount = mounts.find(({ type, options }) => type === "cgroup" && options.includes(controller));
  const path = line?.split(":").slice(2).join(":");
  return path === undefined || mount === undefined ? [] : [directoryOf(path, mount)];
}

function directoryOf(path: string, { point, root }: MountEntry): string {
  const inner = root !== "/" && path.startsWith(root) ? path.slice(root.length) : path;
  return inner === "/" ? point : `${point}${inner}`;
}

const PREFIX = "skillwright-";
let count = 0;

/** Creates a group with these limits in the first parent that allows it. */
function join(parents: readonly string[], files: Readonly<Record<string, string>>, made: string[]): string | undefined {
  for (const parent of parents) {
    removeLeftovers(parent);
    const directory = `${parent}/${PREFIX}${process.pid}-${count++}`;
    if (!succeeds(() => mkdirSync(directory))) continue;
    const isJoinable = succeeds(() => accessSync(`${parent}/cgroup.procs`, constants.W_OK));
    if (isJoinable && Object.entries(files).every(([name, value]) => set(directory, name, value))) {
      made.push(directory);
      return directory;
    }
    removeGroup(directory);
  }
  return undefined;
}

/** Removes empty cgroups of killed processes. */
function removeLeftovers(parent: string): void {
  succeeds(() => {
    for (const name of readdirSync(parent)) {
      const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
      if (owner > 0 && !succeeds(() => process.kill(owner, 0))) removeGroup(`${parent}/${name}`);
    }
  });
}

function removeGroup(directory: string): void {
  succeeds(() => rmdirSync(directory));
}

function set(directory: string, name: string, value: string): boolean {
  // Opens only an existing file. The kernel creates these files, so a file that Skillwright creates would prove
  // nothing.
  return succeeds(() => writeFileSync(`${directory}/${name}`, value, { flag: "r+" }));
}

function succeeds(action: () => void): boolean {
  return (
    undefinedIfRefused(() => {
      action();
      return true;
    }) ?? false
  );
}
