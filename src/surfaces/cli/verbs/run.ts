import { commandTable } from "../../../activate/commands/command-table.ts";
import { argumentLines, commandUsage } from "../../../activate/commands/command-usage.ts";
import type { SkillCommandSpec } from "../../../model/skills/skill.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import { padToWidth, printable, printableLine } from "../../../model/text/display/printable.ts";
import { type FinishedRun, sortedCommands } from "../../../ops/answers/use/command-answers.ts";
import { run } from "../../../ops/verbs/run.ts";
import type { Context } from "../command.ts";
import { printDiagnostics } from "../findings/print-groups.ts";
import { defineTerminalOutput } from "../verb-command.ts";
import { printActivation } from "./load.ts";

export const terminalOutput = defineTerminalOutput(run, {
  run: {
    show(result, context) {
      if ("list" in result) printCommands(result.snapshot, context);
      else if ("ran" in result) printScript(result.ran, result.script, context);
      else if ("loaded" in result) printActivation(result.loaded.activation, result.snapshot, context);
      else for (const each of result.commands) describe(each, result.described.name, context);
    },
  },
});

/** Prints a script's standard output to standard output, and its standard error to standard error. */
function printScript({ failed, outcome }: FinishedRun, path: string, { out, err, terminal }: Context): void {
  const { ended, code, stdout, stderr } = outcome;
  out.write(terminal ? printable(stdout) : stdout);
  err.write(printable(stderr));
  if (failed !== undefined)
    err.line(`\`${printableLine(path)}\` failed: ${ended === "exited" ? `exit code ${code}` : printableLine(failed)}`);
}

function describe(spec: SkillCommandSpec, skill: string, { out, paint }: Context): void {
  out.line(paint.bold(`skillwright run ${printableLine(skill)} ${printableLine(commandUsage(spec))}`));
  if (spec.description !== "") out.line(`  ${printableLine(spec.description)}`);
  const lines = argumentLines(spec);
  const widths = [0, 1].map(
    (column) => Math.max(0, ...lines.map((line) => printableLine(line[column] ?? "").length)) + 2,
  );
  for (const [name, takes, about] of lines) {
    const columns = padToWidth(printableLine(name), widths[0] ?? 0) + padToWidth(printableLine(takes), widths[1] ?? 0);
    out.line(`  ${columns}${printableLine(about)}`.trimEnd());
  }
}

function printCommands(snapshot: Snapshot, { out, err, paintErr }: Context): void {
  const { diagnostics } = commandTable(snapshot);
  const sorted = sortedCommands(snapshot);
  const width = Math.max(0, ...sorted.map(({ spec }) => commandUsage(spec).length)) + 3;
  for (const { spec, skill } of sorted)
    out.line(
      `${padToWidth(`/${printableLine(commandUsage(spec))}`, width)}${printableLine(skill.address)}  ${printableLine(spec.description)}`.trimEnd(),
    );
  if (sorted.length === 0) out.line("no skill here declares commands");
  if (diagnostics.length > 0)
    err.line(printDiagnostics(diagnostics, { cwd: snapshot.cwd, color: paintErr.bold("") !== "" }));
}
