/**
 * Ends processes if this process ends in a way that it cannot handle: SIGKILL, or a crash. A small shell, the watchdog, reads
 * which processes to kill and kills them when its input ends. The kernel closes that input in every case.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { systemCode } from "../../../model/errors.ts";

export interface Guard {
  /** What to kill, as `kill` takes it: the group, negative, and single processes. */
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
 * Guards a process group until the caller releases it. The watchdog also kills every process that has the mark, so
 * processes that left the group end, too. It does so after a release as well.
 */
export function guardGroup(group: number, mark?: string): Guard {
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

/** The watchdog, started if there is none. It has no `pid` if it could not be started; then it emits `error`. */
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

/** Its name differs from ours, so a `pkill -9 -f` with our name leaves it to do its work. */
const NAME = "skw-watchdog";

function start(): ChildProcess {
  // As an argument, because a line would come a moment too late if this process died now.
  // With its own mark, the watchdog survives if another Skillwright ends this process and everything that it started.
  const started = spawn("/bin/sh", ["-c", `${markShell(newMark() ?? "unlimited")}\n${SCRIPT}`, NAME, targetWords()], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
    // In its own session it does not receive the signals that a terminal or a supervisor sends to our group.
    detached: true,
  });
  const forget = (): void => {
    if (watchdog === started) watchdog = undefined;
  };
  started.once("error", forget);
  started.once("exit", (_, signal) => {
    forget();
    // Only a killed watchdog is replaced: a shell that ends by itself would end again.
    if (signal !== null && running.size > 0) openWatchdog();
  });
  // A killed watchdog breaks the pipe; its `exit` is handled above.
  started.stdin?.on("error", () => undefined);
  // The watchdog must not keep this process alive.
  started.unref();
  (started.stdin as Socket | null)?.unref();
  return started;
}

/** The sweep is repeated because a process may fork meanwhile, and bounded because it may do so forever. */
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

// Marks a program and everything that it starts, so that processes are found that left its group and cleared their
// environment. The mark is a resource limit that Linux passes on and does not use: the number of file locks.

/** Limits can only be lowered, so a mark is below ours, which is the mark of a Skillwright that started us. */
let highest: number | undefined;

/** A number that only one program has as its limit; undefined on systems without such limits. */
export function newMark(): string | undefined {
  highest ??= ownLimit();
  if (highest < LEAST) return undefined;
  const half = Math.floor(highest / 2);
  return String(half + (Number(randomBytes(6).readUIntBE(0, 6)) % half));
}

/** Below this, two marks could be equal by chance. */
const LEAST = 2 ** 32;

/** For a shell: takes the mark as its limit. The letter of the option differs between shells. */
export function markShell(mark: string): string {
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
