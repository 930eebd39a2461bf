/**
 * Defines the tool `shell`, which runs a command in the user's shell, in its own process group, with limits of time and
 * output.
 */

import type { Spawn } from "../../../../api/agent.ts";
import { makeTool, type NeutralTool, type StopSignal, type ToolResult } from "../../../../api/index.ts";
import { capText } from "./cap-text.ts";

const TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 1_800_000;
/** Maximum bytes of output. A program with more output would probably never end. */
const MAX_OUTPUT_BYTES = 10_000_000;

export interface ShellOptions {
  readonly cwd: string;
  readonly spawn: Spawn;
  /** Returns the command's environment; called for each command. */
  readonly variables: () => Readonly<Record<string, string>>;
}

export function shellTool({ cwd, spawn, variables }: ShellOptions): NeutralTool {
  return makeTool({
    name: "shell",
    description:
      "Runs a shell command in the working directory and returns its output and exit code. It cannot ask for input. Variables that hold secrets are not in its environment, unless `agent.environment` of the user's configuration names them.",
    fields: {
      command: { type: "string", description: "The command line.", required: true },
      timeout_ms: { type: "integer", description: `The time limit in milliseconds (default: ${TIMEOUT_MS}).` },
    },
    run: async ({ command = "", timeout_ms: timeout = String(TIMEOUT_MS) }, signal) => {
      if (command.trim() === "") return { content: "pass the command line as `command`", isError: true };
      const limit = Math.min(MAX_TIMEOUT_MS, Math.max(1, Number(timeout)));
      const { code, stdout, stderr, ended } = await spawn(...shellFor(command), {
        cwd,
        variables: variables(),
        timeoutMs: limit,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        ...(isStopSignal(signal) ? { signal } : {}),
      });
      const output = [new TextDecoder().decode(stdout), stderr].filter((text) => text !== "").join("\n");
      return resultOf(capText(output.trimEnd()), code, ENDINGS(limit)[ended]);
    },
  });
}

function shellFor(command: string): [program: string, args: readonly string[]] {
  return process.platform === "win32" ? ["cmd.exe", ["/d", "/s", "/c", command]] : ["/bin/sh", ["-c", command]];
}

const ENDINGS = (milliseconds: number) => ({
  exited: undefined,
  "timed-out": `the command was stopped after ${milliseconds} ms`,
  "too-much-output": "the command was stopped, because its output was too long",
  aborted: "the user stopped the command",
});

function resultOf(output: string, code: number | null, ending: string | undefined): ToolResult {
  const note = ending ?? (code === 0 ? undefined : `exit code ${code}`);
  const parts = [...(output === "" ? [] : [output]), ...(note === undefined ? [] : [`[${note}]`])];
  return { content: parts.join("\n") || "[no output]", isError: note !== undefined };
}

function isStopSignal(signal: unknown): signal is StopSignal {
  return typeof signal === "object" && signal !== null && "addEventListener" in signal;
}
