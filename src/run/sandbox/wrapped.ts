/** A command in, the same command behind a program that keeps it apart out; how that is done is each candidate's own. */
import type { CommandOutcome, CommandRequest, SandboxProvider } from "../../model/conversation/control.ts";
import { systemCode } from "../../model/errors.ts";
import type { Spawn } from "../../platform/processes/spawn.ts";
import { temporaryDirectory } from "../../platform/writing/temporary-directory.ts";

export interface Wrapped {
  readonly program: string;
  readonly args: readonly string[];
  /** In place of those of the request. */
  readonly variables: Readonly<Record<string, string>>;
  /** In which the wrapping program starts; that of the request unless said. */
  readonly cwd?: string;
}

/** What a provider is before anybody has tried it. */
export interface Candidate {
  readonly name: SandboxProvider["name"];
  /** `scratch` is an empty directory that is made for this command and removed after it. */
  wrap(request: CommandRequest, scratch: string): Wrapped;
}

export function providerOf(candidate: Candidate, level: SandboxProvider["level"], spawn: Spawn): SandboxProvider {
  return { name: candidate.name, level, run: (request) => runIn(candidate, request, spawn) };
}

export async function runIn(candidate: Candidate, request: CommandRequest, spawn: Spawn): Promise<CommandOutcome> {
  const scratch = temporaryDirectory();
  try {
    return await runWrapped(request, candidate.wrap(request, scratch.path), spawn);
  } finally {
    scratch.remove();
  }
}

/** [F7] Whatever the system says to it, there is an outcome. */
async function runWrapped(request: CommandRequest, wrapped: Wrapped, spawn: Spawn): Promise<CommandOutcome> {
  const { timeoutMs, maxOutputBytes, input, signal } = request;
  try {
    const { stdout, ...rest } = await spawn(wrapped.program, wrapped.args, {
      cwd: wrapped.cwd ?? request.cwd,
      variables: wrapped.variables,
      timeoutMs,
      maxOutputBytes,
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
 * Bounds that are set before the command itself begins: a crash writes no memory to the disk, and a user's other programs
 * still find a process to start. What a system does not know stays as it is.
 */
export function limited({ program, args }: Pick<CommandRequest, "program" | "args">): readonly [string, ...string[]] {
  return ["/bin/sh", "-c", LIMITS, "sh", program, ...args];
}

const MAX_PROCESSES = 4096;
const LIMITS = `{ ulimit -c 0; ulimit -u ${MAX_PROCESSES} || ulimit -p ${MAX_PROCESSES}; } 2> /dev/null; exec "$@"`;
