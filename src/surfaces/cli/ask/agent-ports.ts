/** Gives the command `agent` access to files, programs, and the two output streams. */

import { jsonText, printable } from "../../../model/text/display/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { nodeFiles } from "../../../platform/files/node-files.ts";
import { nodeSpawn } from "../../../platform/processes/node-spawn.ts";
import { appendLine } from "../../../platform/writing/append-line.ts";
import { writeFileAtomically } from "../../../platform/writing/write-file.ts";
import { SilenceTimer } from "../../agent/terminal/patience.ts";
import { EventPrinter } from "../../agent/terminal/print-events.ts";
import type { RunAgentPorts } from "../../agent/terminal/run-agent.ts";
import type { Context } from "../command.ts";

/**
 * Connects an agent to the terminal. The model's text, or the events, go to standard output. Prompts and questions go
 * to standard error.
 */
export function terminalAgentPorts(context: Context): Omit<RunAgentPorts, "interactive"> {
  const { out, err, paintErr, terminal, json } = context;
  const to = (output: typeof out) => (text: string) => {
    output.write(text);
    output.flush();
  };
  const event = (each: object): void => to(out)(`${jsonText({ schema: SCHEMA, ...each })}\n`);
  const patience = process.stderr.isTTY ? new SilenceTimer({ write: to(err), clock: Date.now }) : undefined;
  const printer = new EventPrinter({
    out: to(out),
    err: to(err),
    printable,
    terminal,
    dim: paintErr.dim,
    yellow: paintErr.yellow,
    red: paintErr.red,
    ...(patience ? { patience } : {}),
  });
  return {
    files: nodeFiles,
    spawn: nodeSpawn,
    write: writeFileAtomically,
    append: appendLine,
    clock: Date.now,
    printable,
    rest: () => patience?.rest(),
    screen: process.stderr,
    pickSkill: async (skills) => (await import("../../picker/pick-one.ts")).pickOne(skills),
    print: (lines) => (json ? event({ type: "output", lines }) : to(out)(`${lines.map(printable).join("\n")}\n`)),
    emit: json ? event : printer.show,
  };
}
