/**
 * Starts a program so that all its child processes can be killed: in its own process group, registered with the
 * watchdog, and marked. The program runs only after that.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Duplex } from "node:stream";
import { systemCode, undefinedIfRefused } from "../../../model/errors.ts";
import { withSafePath } from "../../environment.ts";
import type { ProcessBound } from "./bound-spawn.ts";
import { type GroupGuard, guardGroup, makeProcessMark, openWatchdog, processMarkCommand } from "./guard-group.ts";

const WINDOWS = process.platform === "win32";

export interface StartOptions {
  readonly cwd?: string | undefined;
  /** The whole environment. Nothing is inherited. */
  readonly variables: Readonly<Record<string, string>>;
  /**
   * Binds the program to this process. Without `bound`, only the processes of the program's own group end when this
   * process is killed.
   */
  readonly bound?: ProcessBound | undefined;
  readonly stdio: readonly ("pipe" | "ignore")[];
}

export interface StartedProcess {
  readonly child: ChildProcess;
  /** Returns true if a process inside the program has reached the inner gate. */
  hasPassedGate(): boolean;
  /**
   * Waits briefly until killed processes have ended. When the first process of a namespace ends, all other processes in
   * it have ended.
   */
  end(): Promise<void>;
  /** Kills the program and all its child processes. */
  kill(): void;
  /**
   * Releases the program. Must be called when the program has ended. Processes with the program's mark are killed even
   * after this call.
   */
  release(): void;
}

/**
 * Shell code that waits for a line on descriptor 3, then runs the program. If this process dies first, the program
 * never starts.
 */
const GATE = 'read -r _ <&3 && exec "$@"';

/** Calls `refuse` with the reason and returns true if no watchdog can be started. Call it before `startBound`. */
export function refuseWithoutWatchdog(refuse: (error: Error) => void): boolean {
  if (WINDOWS) return false;
  const watchdog = openWatchdog();
  if (watchdog.pid !== undefined) return false;
  watchdog.once("error", refuse);
  return true;
}

export function startBound(program: string, args: readonly string[], options: StartOptions): StartedProcess {
  const { cwd, variables, bound, stdio } = options;
  const gated = bound !== undefined && !WINDOWS;
  const mark = gated ? makeProcessMark() : undefined;
  const gate = `${processMarkCommand(mark ?? "unlimited")}; ${GATE}${bound?.hasInnerGate ? "" : " 3<&-"}`;
  const child = spawn(gated ? "/bin/sh" : program, gated ? ["-c", gate, "sh", program, ...args] : [...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: isName(program) ? withSafePath(variables, cwd) : { ...variables },
    shell: false,
    // The program has its own process group, so a kill reaches all its child processes. It also cannot ask for a
    // password on our terminal.
    detached: !WINDOWS,
    windowsHide: true,
    stdio: withoutInheritedDescriptors([...stdio, ...(gated ? ["pipe" as const] : [])]),
  });
  let hasPassedGate = false;
  const guarded = guard(child, bound, mark, () => {
    hasPassedGate = true;
  });
  return {
    child,
    hasPassedGate: () => hasPassedGate,
    end: () => endOf(guarded.targets.filter((target) => target > 0)),
    kill: () => killAll(child, guarded, mark !== undefined),
    release() {
      guarded.release();
      gateOf(child)?.destroy();
    },
  };
}

/** Returns true for a program name that is searched on the PATH. */
function isName(program: string): boolean {
  return !/[\\/]/.test(program);
}

/** Registers the group with the watchdog, then opens the gates, so that the program always has a guard. */
function guard(
  child: ChildProcess,
  bound: ProcessBound | undefined,
  mark: string | undefined,
  onInnerGate: () => void,
): GroupGuard {
  const { pid } = child;
  if (pid === undefined || WINDOWS) return UNGUARDED;
  const guarded = guardGroup(pid, mark);
  const gate = gateOf(child);
  try {
    for (const directory of bound?.cgroups ?? []) writeFileSync(`${directory}/cgroup.procs`, `${pid}`);
  } catch (error) {
    // Closes the gate, so that the waiting program exits.
    gate?.destroy();
    guarded.release();
    throw error;
  }
  // Ignores errors of the gate, because a program that is killed there never reads the line.
  gate?.on("error", () => undefined);
  if (!bound?.hasInnerGate) gate?.end("\n", () => gate.destroy());
  else {
    gate?.write("\n");
    gate?.once("data", () => {
      onInnerGate();
      // Registers all descendants, because the first process of a namespace may be a grandchild.
      guarded.add(descendantsOf(pid));
      gate.end("\n", () => gate.destroy());
    });
  }
  return guarded;
}

function gateOf(child: ChildProcess): Duplex | undefined {
  return child.stdio[3] as Duplex | undefined;
}

const UNGUARDED: GroupGuard = { targets: [], add: () => undefined, release: () => undefined };

/** Milliseconds to wait. A kill takes effect after one or two milliseconds. */
const MAX_END_MS = 500;

async function endOf(processes: readonly number[]): Promise<void> {
  for (let waited = 0; waited < MAX_END_MS && processes.some(isRunning); waited++)
    await new Promise((resolve) => setTimeout(resolve, 1));
}

/** A zombie has already ended, but its parent has not read its exit code yet. */
function isRunning(id: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${id}/stat`, "latin1"));
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return false;
  }
}

/**
 * Kills a program. If it has no mark, its descendants are killed too; otherwise the watchdog kills all processes with
 * the mark. Other descendants of a marked program must not be killed, because one of them may be the watchdog of
 * another Skillwright.
 */
function killAll(child: ChildProcess, { targets }: GroupGuard, isMarked: boolean): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (WINDOWS) return void child.kill("SIGKILL");
  for (const each of [...targets, ...(isMarked ? [] : descendantsOf(pid))]) kill(each);
}

function kill(target: number): void {
  try {
    process.kill(target, "SIGKILL");
  } catch (error) {
    // ESRCH: the process has ended. EPERM: its id now belongs to another user's process.
    if (systemCode(error) !== "ESRCH" && systemCode(error) !== "EPERM") throw error;
  }
}

/** Maximum descendants to list, because a program may fork faster than we list. */
const MAX_DESCENDANTS = 1000;

/** Returns all descendants, even outside of the group. Only Linux lists them, and only while the parent lives. */
function descendantsOf(pid: number): readonly number[] {
  const found = [pid];
  for (const each of found) if (found.length < MAX_DESCENDANTS) found.push(...childrenOf(each));
  return found.slice(1);
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return [];
  }
}

// Our parent may have left descriptors open. This code hides them from the programs that we start, because an open
// directory would let them leave every sandbox. Node closes its own descriptors, but it closes inherited descriptors
// only up to the first gap above 15.

type Stream = "pipe" | "ignore";

/** Returns streams for `spawn` in which each inherited descriptor is /dev/null (Linux). */
export function withoutInheritedDescriptors(streams: readonly Stream[]): (Stream | number)[] {
  const inherited = openInherited().filter((descriptor) => descriptor >= streams.length);
  const all: (Stream | number)[] = [...streams];
  if (inherited.length === 0) return all;
  nothing ??= openSync("/dev/null", "r+");
  while (all.length <= Math.max(...inherited)) all.push("ignore");
  for (const descriptor of inherited) all[descriptor] = nothing;
  return all;
}

/** The descriptor of /dev/null. It is opened once and reused. */
let nothing: number | undefined;

const CLOSE_ON_EXEC = 0o2000000;

function openInherited(): number[] {
  return namesIn("/proc/self/fd")
    .map(Number)
    .filter((descriptor) => descriptor > 2 && !isClosedOnExec(descriptor));
}

function isClosedOnExec(descriptor: number): boolean {
  const info = read(`/proc/self/fdinfo/${descriptor}`);
  const flags = /^flags:\s*([0-7]+)/m.exec(info)?.[1];
  // A descriptor without flags was the one that listed the directory. It is closed by now, so it cannot be inherited.
  return flags === undefined || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0;
}

function namesIn(directory: string): string[] {
  return undefinedIfRefused(() => readdirSync(directory)) ?? [];
}

function read(path: string): string {
  return undefinedIfRefused(() => readFileSync(path, "utf8")) ?? "";
}
