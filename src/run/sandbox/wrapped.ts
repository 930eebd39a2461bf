/** Wraps a command with a program that isolates it. Each sandbox candidate defines how to wrap the command. */
import type { CommandOutcome, CommandRequest, SandboxProvider } from "../../model/conversation/control.ts";
import { systemCode } from "../../model/errors.ts";
import { foreignText } from "../../model/text/display/foreign-text.ts";
import { type BoundSpawn, INNER_GATE_COMMAND, type ProcessBound } from "../../platform/processes/bound/bound-spawn.ts";
import { type LimitGroup, MAX_PROCESSES, openLimitGroup } from "../../platform/processes/bound/limits.ts";
import { temporaryDirectory } from "../../platform/writing/write-tree.ts";
import { openLayers } from "./layers.ts";

export interface WrappedCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Variables that are set in addition to those of the request, or replace them. */
  readonly variables: Readonly<Record<string, string>>;
  /** The working directory of the wrapping program (default: the working directory of the request). */
  readonly cwd?: string;
  /** Finds processes that the command has moved out of its process group. */
  readonly bound?: ProcessBound;
}

/** A sandbox provider before its self-test. */
export interface SandboxCandidate {
  readonly name: SandboxProvider["name"];
  /**
   * Path of the program `unshare` (Linux). It is set if overlays are used for writable directories, or if cgroups limit
   * the processes.
   */
  readonly unshare?: string;
  /**
   * Returns the wrapped command. `scratch` is an empty directory that exists only during this command. `sources` maps a
   * writable path to the directory that is mounted there, if the two differ.
   */
  wrap(request: CommandRequest, scratch: string, sources?: ReadonlyMap<string, string>): WrappedCommand;
}

export function providerOf(
  candidate: SandboxCandidate,
  level: SandboxProvider["level"],
  spawn: BoundSpawn,
): SandboxProvider {
  return { name: candidate.name, level, run: (request) => runInSandbox(candidate, request, spawn) };
}

export async function runInSandbox(
  candidate: SandboxCandidate,
  request: CommandRequest,
  spawn: BoundSpawn,
  group?: LimitGroup,
): Promise<CommandOutcome> {
  const scratch = temporaryDirectory();
  try {
    if (candidate.unshare === undefined) return await runWrapped(request, candidate.wrap(request, scratch.path), spawn);
    const limits = group ?? openLimitGroup();
    try {
      return await runLayered(candidate, candidate.unshare, request, spawn, { scratch: scratch.path, limits });
    } finally {
      if (group === undefined) limits.remove();
    }
  } finally {
    scratch.remove();
  }
}

async function runLayered(
  candidate: SandboxCandidate,
  unshare: string,
  request: CommandRequest,
  spawn: BoundSpawn,
  { scratch, limits }: { readonly scratch: string; readonly limits: LimitGroup },
): Promise<CommandOutcome> {
  if (isRoot() && !limits.limitsProcesses) return notStarted(UNLIMITED);
  const layers = openLayers(request.confinement, scratch, unshare);
  if ("reason" in layers) return notStarted(layers.reason);
  const wrapped = candidate.wrap(request, scratch, layers.sources);
  const [program, ...args] = layers.around(wrapped.program, wrapped.args);
  const bound = { ...wrapped.bound, cgroups: limits.directories };
  return layers.settle(await runWrapped(request, { ...wrapped, program, args, bound }, spawn));
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

const UNLIMITED =
  "the number of processes of root cannot be limited: no cgroup with the controller `pids` can be made here; run Skillwright as another user";

function notStarted(reason: string): CommandOutcome {
  return { ended: "not-started", code: null, stdout: "", stderr: "", reason };
}

/** Runs a wrapped command. System errors and a failed setup of the sandbox are returned as outcomes. */
async function runWrapped(
  request: CommandRequest,
  wrapped: WrappedCommand,
  spawn: BoundSpawn,
): Promise<CommandOutcome> {
  const { timeoutMs, maxOutputBytes, input, signal } = request;
  try {
    const { stdout, passedGate, ...rest } = await spawn(wrapped.program, wrapped.args, {
      cwd: wrapped.cwd ?? request.cwd,
      variables: wrapped.variables,
      timeoutMs,
      maxOutputBytes,
      bound: wrapped.bound ?? {},
      ...(input === undefined ? {} : { input: Buffer.from(input) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (passedGate === false && rest.ended === "exited")
      return notStarted(`the sandbox cannot be set up: ${firstErrorLine(rest.stderr)}`);
    return { ...rest, stdout: Buffer.from(stdout).toString("utf8") };
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return notStarted(`\`${request.program}\` cannot be started (${code})`);
  }
}

/** Returns the first line of a program's error output, quoted for a message. */
export function firstErrorLine(stderr: string): string {
  return foreignText("it", stderr.trim().split("\n", 1)[0] ?? "");
}

/**
 * Sets limits before the command starts. A crash writes no core file. The number of processes is limited, so that other
 * programs of the user can still start processes. The option for this limit differs between shells. If the system has a
 * lower limit, the lower limit applies.
 */
export function withLimits({
  program,
  args,
}: Pick<CommandRequest, "program" | "args">): readonly [string, ...string[]] {
  return ["/bin/sh", "-c", `${LIMITS}\nexec "$@"`, "sh", program, ...args];
}

const LIMITS = `ulimit -c 0 2> /dev/null
{ ulimit -u ${MAX_PROCESSES} || ulimit -p ${MAX_PROCESSES} || [ "$(ulimit -u || ulimit -p)" -le ${MAX_PROCESSES} ]; } 2> /dev/null || {
  echo "skillwright: the number of processes cannot be limited" >&2
  exit 126
}`;

/**
 * Returns a shell command that starts a skill's command inside the namespace. The shell waits until its process is
 * registered, sets limits, and starts a new session. In this session, `kill 0` in a script does not reach the isolating
 * programs. Without a `setsid` program, the command stays in the group of these programs.
 */
export function insideNamespace({ program, args }: Pick<CommandRequest, "program" | "args">): readonly string[] {
  return ["/bin/sh", "-c", INSIDE, "sh", program, ...args];
}

const INSIDE = `${INNER_GATE_COMMAND} || exit
${LIMITS}
setsid=$(command -v setsid) && exec "$setsid" "$@"
exec "$@"`;
