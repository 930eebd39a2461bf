import { resolve as resolvePath } from "node:path";
import { openSkills, type Refused, type Resolution, type Selected } from "../../../index.ts";
import { Lines } from "../../../model/diagnostics/span.ts";
import { resolutionAnswer, spanOf } from "../../../ops/answers/run-answers.ts";
import { readStandardInput } from "../../../platform/processes/standard-streams.ts";
import { type Command, type Context, names, texts } from "../command.ts";
import { place, printDiagnostic, spanLines } from "../findings/print-text.ts";
import { writeAnswer } from "../output/json.ts";
import { printable } from "../output/paint.ts";
import { warnUnverified } from "../output/present.ts";

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

export const resolve: Command = {
  usage: "MESSAGE|-",
  about:
    "Says which skills a message names, with their arguments, and in which order they are taken; what it names and does not\nget, and why; and which skills its words bring to mind. Nothing is loaded. `-` reads the message from standard input.",
  options: {
    pick: {
      type: "string",
      value: "PATH|ID",
      multiple: true,
      summary: "a skill that was chosen from a list, before all that the message names; repeatable",
    },
    connector: {
      type: "string",
      value: "NAME",
      multiple: true,
      summary: "a connector or app that a name might mean as well; repeatable",
    },
    command: {
      type: "string",
      value: "NAME",
      multiple: true,
      summary: "a command that the host has itself; repeatable",
    },
    "agent-skills": {
      type: "string",
      value: "A,B",
      summary: "only these skills are the agent's: names, patterns, ids or paths",
    },
    file: { type: "string", value: "PATH", multiple: true, summary: "a file that is being worked on; repeatable" },
  },
  examples: [
    ["skillwright resolve 'use $pdf on this'", "a mention"],
    ["skillwright resolve '/deploy staging' --host claude-code", "a slash command with arguments, as that host has it"],
    ["skillwright resolve '$gmail' --connector Gmail", "a name that something else has too"],
    ["skillwright resolve - --json < message.txt", "from a file, as JSON"],
  ],
  positionals: [1, 1],
  async run(context) {
    const given = context.positionals[0] as string;
    const message = given === "-" ? readStandardInput(MAX_MESSAGE_BYTES).toString("utf8") : given;
    const opened = await openSkills(context.load);
    const { snapshot } = opened;
    await warnUnverified(snapshot.host, context);
    const skills = names(context, "agent-skills");
    const resolution = await opened.resolve(message, {
      picks: texts(context, "pick"),
      connectors: texts(context, "connector"),
      commands: texts(context, "command"),
      files: texts(context, "file").map((file) => resolvePath(snapshot.cwd, file)),
      ...(skills ? { scope: { skills } } : {}),
    });
    const lines = new Lines("message", message);
    if (context.json) writeAnswer(context.out, resolutionAnswer(message, resolution, snapshot));
    else print(resolution, snapshot.cwd, lines, context);
    return resolution.refused.length > 0 ? 1 : 0;
  },
};

function print({ selected, refused, suggested }: Resolution, cwd: string, lines: Lines, context: Context): void {
  const { out, paint } = context;
  const color = paint.bold("") !== "";
  for (const each of selected) printSelected(each, cwd, lines, context);
  for (const each of refused) out.line(printDiagnostic(refusalFinding(each, lines), { color }));
  for (const { address, phrase, ...where } of suggested) {
    out.line(`${paint.cyan("suggested")} ${paint.bold(printable(address))}: the message says \`${printable(phrase)}\``);
    for (const line of spanLines(lines.span(where.start, where.end - where.start), { color }, paint.cyan))
      out.line(line);
  }
  if (selected.length + refused.length + suggested.length === 0) out.line("the message names no skill");
}

const BY = { pick: "picked", link: "by its place", qualified: "by its qualified name", name: "by its name" } as const;

function printSelected(selected: Selected, cwd: string, lines: Lines, { out, paint }: Context): void {
  const { offered, by, arguments: given, command } = selected;
  const { path, id } = offered.loaded.skill;
  out.line(`${paint.green("selected")} ${paint.bold(printable(offered.address))}: ${BY[by]}`);
  const span = spanOf(selected, lines);
  if (span) for (const line of spanLines(span, { color: paint.bold("") !== "" }, paint.green)) out.line(line);
  out.line(`  ${place(path, cwd)}${paint.dim(`  ${printable(id)}`)}`);
  if (command !== undefined) out.line(`  command: ${printable(command)}`);
  if (given !== undefined) out.line(`  arguments: ${given.split("\n").map(printable).join("\n             ")}`);
}

function refusalFinding(refused: Refused, lines: Lines): Parameters<typeof printDiagnostic>[0] {
  const { code, asked, reason, help } = refused;
  const at = spanOf(refused, lines);
  return {
    code,
    severity: "error",
    message: asked === "" ? reason : `\`${asked}\` is refused: ${reason}`,
    ...(at ? { at } : {}),
    ...(help ? { help } : {}),
  };
}
