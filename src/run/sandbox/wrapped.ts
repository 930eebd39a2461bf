/** A command in, the same command behind a program that keeps it apart out; how that is done is each candidate's own. */
import type { CommandOutcome, CommandRequest, SandboxProvider } from "../../model/conversation/control.ts";
import { systemCode } from "../../model/errors.ts";
import { type Bound, type BoundSpawn, INNER_GATE } from "../../platform/processes/bound-spawn.ts";
import { temporaryDirectory } from "../../platform/writing/temporary-directory.ts";

export interface Wrapped {
  readonly program: string;
  readonly args: readonly string[];
  /** In place of those of the request. */
  readonly variables: Readonly<Record<string, string>>;
  /** The directory in which the wrapping program starts (default: the directory of the request). */
  readonly cwd?: string;
  /** How Skillwright finds processes of the command that left its group. */
  readonly bound?: Bound;
}

/** What a provider is before anybody has tried it. */
export interface Candidate {
  readonly name: SandboxProvider["name"];
  /** `scratch` is an empty directory that is made for this command and removed after it. */
  wrap(request: CommandRequest, scratch: string): Wrapped;
}

export function providerOf(candidate: Candidate, level: SandboxProvider["level"], spawn: BoundSpawn): SandboxProvider {
  return { name: candidate.name, level, run: (request) => runIn(candidate, request, spawn) };
}

export async function runIn(candidate: Candidate, request: CommandRequest, spawn: BoundSpawn): Promise<CommandOutcome> {
  const scratch = temporaryDirectory();
  try {
    return await runWrapped(request, candidate.wrap(request, scratch.path), spawn);
  } finally {
    scratch.remove();
  }
}

/** [F7] A system error becomes an outcome, too. */
async function runWrapped(request: CommandRequest, wrapped: Wrapped, spawn: BoundSpawn): Promise<CommandOutcome> {
  const { timeoutMs, maxOutputBytes, input, signal } = request;
  try {
    const { stdout, ...rest } = await spawn(wrapped.program, wrapped.args, {
      cwd: wrapped.cwd ?? request.cwd,
      variables: wrapped.variables,
      timeoutMs,
      maxOutputBytes,
      bound: wrapped.bound ?? {},
      ...(input === undefined ? {} : { input: Buffer.from(input) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { ...rest, stdout: Buffer.from(stdout).toString("utf8") };
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    const reason = `\`${request.program}\` cannot be started (${code})`;
    return { ended: "not-started", code: null, stdout: "", stderr: "", reason };
  }
}

/**
 * Sets limits before the command itself begins: a crash writes no memory to the disk, and a user's other programs still
 * find a process to start. A limit that the system does not know stays as it is.
 */
export function limited({ program, args }: Pick<CommandRequest, "program" | "args">): readonly [string, ...string[]] {
  return ["/bin/sh", "-c", LIMITS, "sh", program, ...args];
}

const MAX_PROCESSES = 4096;
const LIMITS = `{ ulimit -c 0; ulimit -u ${MAX_PROCESSES} || ulimit -p ${MAX_PROCESSES}; } 2> /dev/null; exec "$@"`;

/**
 * Begins a command in a namespace of its own: after the inner gate, and in a session of its own, because a script that
 * calls `kill 0` must not reach the programs that keep it apart. Without a `setsid` program it stays in their group.
 */
export function insideNamespace(command: readonly string[]): readonly string[] {
  return ["/bin/sh", "-c", INSIDE, "sh", ...command];
}

const INSIDE = `${INNER_GATE} || exit; setsid=$(command -v setsid) && exec "$setsid" "$@"; exec "$@"`;
