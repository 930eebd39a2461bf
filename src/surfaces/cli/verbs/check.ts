import type { Fix } from "../../../format/fix/plan-fix.ts";
import { CATALOGUE, isCode } from "../../../model/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import type { Infer } from "../../../model/schema.ts";
import { jsonText, printableLine } from "../../../model/text/display/printable.ts";
import type { Answer } from "../../../ops/answers/answer.ts";
import type { CheckReport } from "../../../ops/check/check-skills.ts";
import { type CheckRun, check } from "../../../ops/verbs/check.ts";
import { packageVersion } from "../../../platform/environment.ts";
import type { Context } from "../command.ts";
import { countDiagnostics, printDiagnostics } from "../findings/print-groups.ts";
import { writeAnswer } from "../output/json.ts";
import type { Output } from "../output/output.ts";
import { shownPath } from "../output/output.ts";
import { patchWriter } from "../output/patch-writer.ts";
import { plural } from "../output/present.ts";
import { defineTerminalOutput, type OperationOutput } from "../verb-command.ts";

type CheckInput = Infer<(typeof check.operations)["check"]["input"]>;

const { operations } = check;

export const terminalOutput = defineTerminalOutput(check, {
  check: outputOf(operations.check),
  fix: outputOf(operations.fix),
  plan: outputOf(operations.plan),
});

/** Returns the terminal output of `check`. If `--format` and `--json` are set, `--format` is used. */
function outputOf({
  answer,
}: {
  answer: (typeof operations)["check"]["answer"];
}): OperationOutput<CheckInput, CheckRun> {
  const print = async (checking: CheckRun, context: Context, input: CheckInput): Promise<void> => {
    const { format = context.json ? "json" : "text" } = input;
    await printFixes(checking.fixes, format === "text" ? context.out : context.err, context);
    if (format === "json") writeAnswer(context.out, (await answer(checking, input)) as Answer);
    else await printReport(checking.report, format, input, context, answer === operations.plan.answer);
    const { files, installed, diagnostics } = checking.report;
    const isExplained = diagnostics.some(({ severity }) => severity === "error");
    if (files.length + installed.length === 0 && !isExplained)
      printSearched(checking.report, (input.paths ?? []).length > 0, context);
  };
  return { show: print, write: print };
}

async function printFixes(fixes: readonly Fix[], to: Output, { paint, load }: Context): Promise<void> {
  if (fixes.length === 0) return;
  const patch = await patchWriter(paint);
  for (const { path, before, after, rename } of fixes) {
    const shown = shownPath(path, load.cwd ?? process.cwd());
    if (rename !== undefined) to.line(`rename ${shown} to ${rename}`);
    if (before !== after) to.line(patch(shown, before, after));
  }
}

async function printReport(
  report: CheckReport,
  format: "text" | "sarif" | "github",
  { targets }: CheckInput,
  context: Context,
  isPlan: boolean,
): Promise<void> {
  const { out, err, paint } = context;
  const { cwd, diagnostics } = report;
  if (format === "sarif") {
    const { toSarif } = await import("../findings/to-sarif.ts");
    out.line(jsonText(toSarif(diagnostics, cwd, packageVersion()), 2));
  } else if (format === "github") {
    const { printGithub } = await import("../findings/print-github.ts");
    for (const each of diagnostics) out.line(printGithub(each, cwd));
  } else {
    for (const [heading, found] of sections(diagnostics, targets !== undefined)) {
      if (found.length === 0) continue;
      if (heading !== "") out.line(`${paint.bold(heading)} (${countDiagnostics(found)})\n`);
      out.line(printDiagnostics(found, { cwd, color: paint.bold("") !== "" }));
    }
  }
  printSummary(report, format === "text" ? out : err, isPlan);
}

/** Prints the summary. Skills that a lock names are counted separately. */
function printSummary(
  { cwd, files, copies, installed, diagnostics, fixed }: CheckReport,
  to: Output,
  isPlan: boolean,
): void {
  if (installed.length > 0) to.line("Not checked, because they were installed from another source:");
  for (const { path, source, lock } of installed)
    to.line(`  - ${shownPath(path, cwd)}  from ${printableLine(source)} (${shownPath(lock, cwd)})`);
  const repeated = copies.reduce((sum, each) => sum + each.copies.length, 0);
  const counts = [
    plural(files.length, "skill file"),
    ...(repeated > 0 ? [plural(repeated, "identical copy", "identical copies")] : []),
    ...(installed.length > 0 ? [`${plural(installed.length, "installed skill")} not checked`] : []),
  ];
  const repaired = fixed.length > 0 ? `, ${plural(fixed.length, "file")} ${isPlan ? "would be " : ""}repaired` : "";
  const isNothing = files.length + diagnostics.length === 0;
  to.line(`${counts.join(", ")}: ${isNothing ? "nothing was checked" : countDiagnostics(diagnostics)}${repaired}`);
}

/** If the search found no skill, prints the directories that were searched. */
function printSearched({ searched, cwd }: CheckReport, isNamed: boolean, { err }: Context): void {
  err.line(`no skill file was found in ${searched.map((path) => shownPath(path, cwd)).join(", ")}`);
  err.line(
    isNamed
      ? "help: `skillwright new NAME` creates a skill"
      : "help: `skillwright check .` also searches hidden directories; `skillwright new NAME` creates a skill",
  );
}

/**
 * Groups the findings. With target hosts there are three sections: violations of the specification, behaviour of hosts,
 * and advice.
 */
function sections(diagnostics: readonly Diagnostic[], apart: boolean): [heading: string, Diagnostic[]][] {
  if (!apart) return [["", [...diagnostics]]];
  const kind = ({ code }: Diagnostic): string => (isCode(code) ? CATALOGUE[code].kind : "find");
  return [
    ["The specification", diagnostics.filter((each) => kind(each) !== "host" && kind(each) !== "advice")],
    ["What hosts do", diagnostics.filter((each) => kind(each) === "host")],
    ["Advice", diagnostics.filter((each) => kind(each) === "advice")],
  ];
}
