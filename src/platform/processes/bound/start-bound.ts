/**
 * Starts a program so that everything that it starts can be ended: in a process group of its own, registered with the
 * watchdog, and marked. It begins to run only after that.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Duplex } from "node:stream";
import { systemCode, unlessRefused } from "../../../model/errors.ts";
import { withOwnPath } from "../../environment.ts";
import type { Bound } from "./bound-spawn.ts";
import { type Guard, guardGroup, markShell, newMark, openWatchdog } from "./guard-group.ts";

const WINDOWS = process.platform === "win32";

export interface StartOptions {
  readonly cwd?: string | undefined;
  /** Exactly these; nothing is inherited. */
  readonly variables: Readonly<Record<string, string>>;
  /** Without it, only processes of the group end when this process is killed. */
  readonly bound?: Bound | undefined;
  readonly stdio: readonly ("pipe" | "ignore")[];
}

export interface Started {
  readonly child: ChildProcess;
  /** True when a process inside has reached the inner gate. */
  hasPassedGate(): boolean;
  /** Waits a moment for the end of killed processes: with the first process of a namespace, all others in it have ended. */
  end(): Promise<void>;
  /** Kills the program and everything that it has started. */
  kill(): void;
  /** Must be called when the program has ended. Processes with its mark end afterwards, too. */
  release(): void;
}

/** Waits for a line on descriptor 3. If this process dies before it sends the line, the program never starts. */
const GATE = 'read -r _ <&3 && exec "$@"';

/** Calls `refuse` with the reason and returns true if no watchdog can be started. Ask this before `startBound`. */
export function isUnguarded(refuse: (error: Error) => void): boolean {
  if (WINDOWS) return false;
  const watchdog = openWatchdog();
  if (watchdog.pid !== undefined) return false;
  watchdog.once("error", refuse);
  return true;
}

export function startBound(program: string, args: readonly string[], options: StartOptions): Started {
  const { cwd, variables, bound, stdio } = options;
  const gated = bound !== undefined && !WINDOWS;
  const mark = gated ? newMark() : undefined;
  const gate = `${markShell(mark ?? "unlimited")}; ${GATE}${bound?.hasInnerGate ? "" : " 3<&-"}`;
  const child = spawn(gated ? "/bin/sh" : program, gated ? ["-c", gate, "sh", program, ...args] : [...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: isName(program) ? withOwnPath(variables, cwd) : { ...variables },
    shell: false,
    // In a group of its own, a kill reaches every process that it starts, and it cannot ask for a password on our terminal.
    detached: !WINDOWS,
    windowsHide: true,
    stdio: withoutInherited([...stdio, ...(gated ? ["pipe" as const] : [])]),
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

/** A name is looked up on the PATH, and so are the programs that it starts. */
function isName(program: string): boolean {
  return !/[\\/]/.test(program);
}

/** Tells the watchdog about the group, then opens the gates, so there is no moment without a guard. */
function guard(
  child: ChildProcess,
  bound: Bound | undefined,
  mark: string | undefined,
  onInnerGate: () => void,
): Guard {
  const { pid } = child;
  if (pid === undefined || WINDOWS) return UNGUARDED;
  const guarded = guardGroup(pid, mark);
  const gate = gateOf(child);
  try {
    for (const directory of bound?.cgroups ?? []) writeFileSync(`${directory}/cgroup.procs`, `${pid}`);
  } catch (error) {
    // At a closed gate the program ends.
    gate?.destroy();
    guarded.release();
    throw error;
  }
  // A program that is killed at its gate never reads the line.
  gate?.on("error", () => undefined);
  if (!bound?.hasInnerGate) gate?.end("\n", () => gate.destroy());
  else {
    gate?.write("\n");
    gate?.once("data", () => {
      onInnerGate();
      // The first process of a namespace may be the child of a child.
      guarded.add(descendantsOf(pid));
      gate.end("\n", () => gate.destroy());
    });
  }
  return guarded;
}

function gateOf(child: ChildProcess): Duplex | undefined {
  return child.stdio[3] as Duplex | undefined;
}

const UNGUARDED: Guard = { targets: [], add: () => undefined, release: () => undefined };

/** Milliseconds; a kill takes effect in one or two. */
const MAX_END_MS = 500;

async function endOf(processes: readonly number[]): Promise<void> {
  for (let waited = 0; waited < MAX_END_MS && processes.some(isRunning); waited++)
    await new Promise((resolve) => setTimeout(resolve, 1));
}

/** A zombie has ended; its parent has not asked for its exit code yet. */
function isRunning(id: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${id}/stat`, "latin1"));
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return false;
  }
}

/**
 * The watchdog ends processes with a mark. Other descendants are ended here, but not those of a program with a mark: one
 * of them may be the watchdog of a Skillwright, which then has its own work to do.
 */
function killAll(child: ChildProcess, { targets }: Guard, isMarked: boolean): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (WINDOWS) return void child.kill("SIGKILL");
  for (const each of [...targets, ...(isMarked ? [] : descendantsOf(pid))]) kill(each);
}

function kill(target: number): void {
  try {
    process.kill(target, "SIGKILL");
  } catch (error) {
    // It has ended, or its id belongs to another user's process now.
    if (systemCode(error) !== "ESRCH" && systemCode(error) !== "EPERM") throw error;
  }
}

/** A program that forks faster than we list must not keep us listing. */
const MAX_DESCENDANTS = 1000;

/** Children, grandchildren and so on, also those that left the group. Only Linux lists them, and only while the parent lives. */
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

// Keeps descriptors that our own parent left open away from the programs that we start. A directory among them would lead
// out of every sandbox. Node marks its own descriptors to be closed, and inherited ones only up to the first gap above 15.

type Stream = "pipe" | "ignore";

/** Returns streams for `spawn` in which each inherited descriptor is /dev/null (Linux). */
export function withoutInherited(streams: readonly Stream[]): (Stream | number)[] {
  const inherited = openInherited().filter((descriptor) => descriptor >= streams.length);
  const all: (Stream | number)[] = [...streams];
  if (inherited.length === 0) return all;
  nothing ??= openSync("/dev/null", "r+");
  while (all.length <= Math.max(...inherited)) all.push("ignore");
  for (const descriptor of inherited) all[descriptor] = nothing;
  return all;
}

/** Opened once, because it is needed for every program or for none. */
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
  // The descriptor that listed the directory is gone by now.
  return flags === undefined || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) !== 0;
}

function namesIn(directory: string): string[] {
  return unlessRefused(() => readdirSync(directory)) ?? [];
}

function read(path: string): string {
  return unlessRefused(() => readFileSync(path, "utf8")) ?? "";
}
