/**
 * Kills child processes if this process ends without cleanup: SIGKILL, or a crash. A small shell, the watchdog, reads
 * process ids and kills them when its input ends. The kernel always closes that input.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { systemCode } from "../../../model/errors.ts";

export interface GroupGuard {
  /** The ids for `kill`: the group as a negative number, and single processes. */
  readonly targets: readonly number[];
  add(processes: readonly number[]): void;
  release(): void;
}

interface Guarded {
  readonly targets: number[];
  readonly mark: string | undefined;
}

const running = new Set<Guarded>();
let watchdog: ChildProcess | undefined;

/**
 * Guards a process group until the caller releases it. A mark is an inherited resource limit. If the program has a
 * mark, the watchdog also kills every process with this mark, even outside of the group and after a release.
 */
export function guardGroup(group: number, mark?: string): GroupGuard {
  const guarded: Guarded = { targets: [-group], mark };
  running.add(guarded);
  report();
  return {
    targets: guarded.targets,
    add(processes) {
      guarded.targets.push(...processes);
      report();
    },
    release() {
      if (running.delete(guarded)) report(mark === undefined ? "" : `sweep ${mark}\n`);
    },
  };
}

/** Returns the watchdog, and starts it if needed. If it cannot start, it has no `pid` and emits `error`. */
export function openWatchdog(): ChildProcess {
  watchdog ??= start();
  return watchdog;
}

function report(more = ""): void {
  openWatchdog().stdin?.write(`running ${targetWords()}\n${more}`);
}

function targetWords(): string {
  const words = [...running].flatMap(({ targets, mark }) => [...targets, ...(mark === undefined ? [] : [`@${mark}`])]);
  return words.join(" ");
}

/** The watchdog's name differs from ours, so that `pkill -9 -f` with our name does not kill the watchdog. */
const NAME = "skw-watchdog";

function start(): ChildProcess {
  // Passes the first ids as an argument, because this process could die before it writes a line. The watchdog has its
  // own mark, so it survives if another Skillwright kills this process and its children.
  const started = spawn(
    "/bin/sh",
    ["-c", `${processMarkCommand(makeProcessMark() ?? "unlimited")}\n${SCRIPT}`, NAME, targetWords()],
    {
      cwd: "/",
      env: { PATH: "/usr/bin:/bin" },
      stdio: ["pipe", "ignore", "ignore"],
      // The watchdog has its own session, so it does not receive signals for our group.
      detached: true,
    },
  );
  const forget = (): void => {
    if (watchdog === started) watchdog = undefined;
  };
  started.once("error", forget);
  started.once("exit", (_, signal) => {
    forget();
    // Starts a new watchdog only if the old one was killed: a shell that exits by itself would exit again.
    if (signal !== null && running.size > 0) openWatchdog();
  });
  // Ignores the broken pipe of a killed watchdog. The `exit` listener above handles its end.
  started.stdin?.on("error", () => undefined);
  // The watchdog must not keep this process alive.
  started.unref();
  (started.stdin as Socket | null)?.unref();
  return started;
}

/**
 * The shell code of the watchdog. It repeats the sweep, because a process may fork meanwhile. The number of repetitions
 * is limited, because a process may fork forever.
 */
const SCRIPT = `trap '' HUP INT QUIT TERM
running=$1
sweep() {
  for round in 1 2 3 4 5 6 7 8 9; do
    found=$(grep -slE "^Max file locks +$1 " /proc/[0-9]*/limits)
    [ -n "$found" ] || return 0
    for file in $found; do file=\${file#/proc/}; kill -s KILL "\${file%/limits}"; done
  done
}
while read -r verb rest; do
  case $verb in
    running) running=$rest ;;
    sweep) sweep "$rest" ;;
  esac
done
for each in $running; do
  case $each in
    @*) sweep "\${each#@}" ;;
    *) kill -s KILL -- "$each" ;;
  esac
done
`;

// Marks a program and its child processes, so that they are found even if they left the group and cleared their
// environment. The mark is a resource limit that Linux inherits but does not use: the number of file locks.

/**
 * This process's own limit, which is the mark of a parent Skillwright if there is one. A limit can only be lowered, so
 * every new mark is below this limit.
 */
let highest: number | undefined;

/** Returns a number that no other program has as its limit; undefined on systems without such limits. */
export function makeProcessMark(): string | undefined {
  highest ??= ownLimit();
  if (highest < LEAST) return undefined;
  const half = Math.floor(highest / 2);
  return String(half + (Number(randomBytes(6).readUIntBE(0, 6)) % half));
}

/**
 * The minimum value of this process's own limit for which marks are made. Below it, two marks could be equal by chance.
 */
const LEAST = 2 ** 32;

/**
 * Returns shell code that sets the mark as the shell's resource limit. The letter of the `ulimit` option differs
 * between shells.
 */
export function processMarkCommand(mark: string): string {
  return `{ ulimit -w ${mark} || ulimit -x ${mark}; } 2> /dev/null`;
}

function ownLimit(): number {
  try {
    const limit = /^Max file locks +\S+ +(\S+)/m.exec(readFileSync("/proc/self/limits", "latin1"))?.[1];
    return limit === "unlimited" ? 2 ** 48 : Number(limit ?? 0);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return 0;
  }
}
