import {
  argumentLines,
  commandTable,
  OperationError,
  openSkills,
  resolveCommand,
  type Skill,
  type SkillCommandSpec,
  type Skills,
  usageOf,
} from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { commandJson, commandsAnswer, sortedCommands } from "../../../ops/answers/command-answers.ts";
import { terminalPrompter } from "../ask/terminal-prompter.ts";
import { type Command, type Context, flag } from "../command.ts";
import { printDiagnostics } from "../findings/print-groups.ts";
import { pad, printable } from "../output/paint.ts";
import { resolveAsked, warnUnverified } from "../output/present.ts";
import { print, typed } from "../show/show-activation.ts";

/** What a shell can hand over at most is far less. */
const MAX_WORDS = 100_000;

export const run: Command = {
  usage: "[SKILL] COMMAND [ARGS…] | SKILL --help",
  about:
    "Calls a command that a skill declares (`commands` in its frontmatter), as the user, and prints exactly what the model would\nreceive. Arguments are taken in order or by name (`--level high`); what does not fit is explained. Without the skill, the command\nis the one that `/COMMAND` means. Without anything it lists all commands.",
  options: {},
  examples: [
    ["skillwright run", "the commands of all skills"],
    ["skillwright run pdf --help", "the commands of one, with their arguments"],
    ["skillwright run pdf extract report.pdf --pages 3", "what the model would receive"],
    ["skillwright run pdf extract report.pdf --json", "with the value of every argument"],
    ["skillwright run pdf extract -- --odd-name.pdf", "an argument that looks like an option"],
  ],
  positionals: [0, MAX_WORDS],
  completes: "commands",
  loose: true,
  async run(context) {
    const skills = await openSkills(context.load);
    await warnUnverified(skills.snapshot.host, context);
    const [first, ...rest] = context.positionals;
    if (first === undefined) return listAll(skills, context);
    const asked = resolveAsked(first, skills.snapshot.cwd).replace(/\/SKILL\.md$/i, "");
    const skill = skills.find(asked)?.skill;
    const short = skill ? undefined : resolveCommand(first, skills.snapshot);
    if (short) return call(short.skill.address, short.spec.name, rest, skills, context);
    const [command, ...words] = rest;
    if (skill && (flag(context, "help") || command === undefined)) return help(skill, command, context);
    return call(asked, command ?? "", words, skills, context);
  },
};

async function call(
  asked: string,
  command: string,
  words: readonly string[],
  skills: Skills,
  context: Context,
): Promise<number> {
  const given = words.length === 0 ? {} : { arguments: typed(words) };
  const activated = await skills.activate(
    { asked, actor: "user", command, ...given },
    { prompter: terminalPrompter(context) },
  );
  if ("refusal" in activated) {
    const { code, reason, help: hint } = activated.refusal;
    throw new OperationError(
      code,
      `\`${asked}${command === "" ? "" : ` ${command}`}\`: ${reason}`,
      hint === undefined ? {} : { hint },
    );
  }
  const { host, cwd } = skills.snapshot;
  print(activated.activation, { host, cwd }, context);
  return 0;
}

/** With `--help` it is what was asked for; without, what should have been typed. */
function help({ name, manifest }: Skill, command: string | undefined, context: Context): number {
  const { commands = [] } = manifest;
  if (commands.length === 0)
    throw new OperationError("SK471", `\`${name}\` has no commands`, {
      hint: `\`skillwright load ${name}\` shows what a model gets`,
    });
  const asked = flag(context, "help");
  const shown = commands.filter((each) => command === undefined || each.name === command);
  const to = asked ? context.out : context.err;
  if (context.json && asked) {
    context.out.line(jsonText({ schema: SCHEMA, skill: name, commands: shown.map(commandJson) }, 2));
    return 0;
  }
  for (const each of shown.length > 0 ? shown : commands) describe(each, name, to, context);
  return asked ? 0 : 2;
}

function describe(spec: SkillCommandSpec, skill: string, to: Context["out"], { paint }: Context): void {
  to.line(paint.bold(`skillwright run ${printable(skill)} ${printable(usageOf(spec))}`));
  if (spec.description !== "") to.line(`  ${printable(spec.description)}`);
  const lines = argumentLines(spec);
  const widths = [0, 1].map((column) => Math.max(0, ...lines.map((line) => printable(line[column] ?? "").length)) + 2);
  for (const [name, takes, about] of lines) {
    const columns = pad(printable(name), widths[0] ?? 0) + pad(printable(takes), widths[1] ?? 0);
    to.line(`  ${columns}${printable(about)}`.trimEnd());
  }
}

function listAll({ snapshot }: Skills, context: Context): number {
  const { out, err, json, paintErr } = context;
  if (json) {
    out.line(jsonText(commandsAnswer(snapshot), 2));
    return 0;
  }
  const { diagnostics } = commandTable(snapshot);
  const sorted = sortedCommands(snapshot);
  const width = Math.max(0, ...sorted.map(({ spec }) => usageOf(spec).length)) + 3;
  for (const { spec, skill } of sorted)
    out.line(
      `${pad(`/${printable(usageOf(spec))}`, width)}${printable(skill.address)}  ${printable(spec.description)}`.trimEnd(),
    );
  if (sorted.length === 0) out.line("no skill here declares commands");
  if (diagnostics.length > 0)
    err.line(printDiagnostics(diagnostics, { cwd: snapshot.cwd, color: paintErr.bold("") !== "" }));
  return 0;
}
