/** `shell`: a command for the user's shell, in a process group of its own, with a time and an output limit. */
import { makeTool, type NeutralTool, type Spawn, type StopSignal, type ToolResult } from "../../index.ts";
import { capText } from "./cap-text.ts";

const TIMEOUT_SECONDS = 120;
const MAX_TIMEOUT_SECONDS = 1_800;
/** More than this is an endless program. */
const MAX_OUTPUT_BYTES = 10_000_000;

export interface ShellOptions {
  readonly cwd: string;
  readonly spawn: Spawn;
  /** What the command finds in its environment; asked anew each time. */
  readonly variables: () => Readonly<Record<string, string>>;
}

export function shellTool({ cwd, spawn, variables }: ShellOptions): NeutralTool {
  return makeTool({
    name: "shell",
    description:
      "Runs a shell command in the working directory and answers its output and exit code. It cannot ask for input.",
    fields: {
      command: { type: "string", description: "The command line.", required: true },
      timeout_seconds: { type: "integer", description: `After which it is ended; ${TIMEOUT_SECONDS} unless given.` },
    },
    run: async ({ command = "", timeout_seconds: seconds = String(TIMEOUT_SECONDS) }, signal) => {
      if (command.trim() === "") return { content: "say in `command` what to run", isError: true };
      const limit = Math.min(MAX_TIMEOUT_SECONDS, Math.max(1, Number(seconds)));
      const { code, stdout, stderr, ended } = await spawn("/bin/sh", ["-c", command], {
        cwd,
        variables: variables(),
        timeoutMs: limit * 1_000,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        ...(isStopSignal(signal) ? { signal } : {}),
      });
      const output = [new TextDecoder().decode(stdout), stderr].filter((text) => text !== "").join("\n");
      return resultOf(capText(output.trimEnd()), code, ENDINGS(limit)[ended]);
    },
  });
}

const ENDINGS = (seconds: number) => ({
  exited: undefined,
  "timed-out": `it was ended after ${seconds} seconds`,
  "too-much-output": "it was ended, because it wrote too much",
  aborted: "it was ended by the user",
});

function resultOf(output: string, code: number | null, ending: string | undefined): ToolResult {
  const note = ending ?? (code === 0 ? undefined : `exit code ${code}`);
  const parts = [...(output === "" ? [] : [output]), ...(note === undefined ? [] : [`[${note}]`])];
  return { content: parts.join("\n") || "[no output]", isError: note !== undefined };
}

function isStopSignal(signal: unknown): signal is StopSignal {
  return typeof signal === "object" && signal !== null && "addEventListener" in signal;
}
