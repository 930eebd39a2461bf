import { CATALOGUE, type CheckReport, checkSkills, type Diagnostic, type Fix, isCode } from "../../../index.ts";
import { jsonText, printableLine } from "../../../model/text/printable.ts";
import { checkAnswer } from "../../../ops/answers/origin-answers.ts";
import { type Command, type Context, flag, names, text, UsageError } from "../command.ts";
import { countDiagnostics, printDiagnostics } from "../findings/print-groups.ts";
import { place } from "../findings/print-text.ts";
import { writeAnswer } from "../output/json.ts";
import type { Output } from "../output/output.ts";
import { printable } from "../output/paint.ts";
import { patchWriter } from "../output/patch.ts";
import { plural } from "../output/present.ts";

const FORMATS = ["text", "json", "sarif", "github"];

export const check: Command = {
  usage: "[PATH…] [--target HOSTS] [--format F] [--fix] [--strict] [--allow-empty]",
  about:
    "Checks skills against the specification, and gives advice. A PATH is a skill file or a source tree: check finds there\nwhat `add` finds, in hidden directories too. Without a PATH it checks the skills of this project's own directories. Exit\ncode 1 if a file is rejected, there is an error, not everything could be searched, or a PATH has no skill; with --strict\non warnings too.",
  options: {
    format: { type: "string", value: "F", summary: `how to print: ${FORMATS.join(", ")}`, choices: FORMATS },
    fix: { type: "boolean", summary: "repair what is mechanical, and show the difference; a body is never touched" },
    "dry-run": { type: "boolean", summary: "with --fix: only show the difference" },
    target: {
      type: "string",
      value: "HOSTS",
      summary: "also what these hosts would do: `claude-code,codex@0.166`, or `all` for the verified ones",
      choices: "hosts",
    },
    strict: { type: "boolean", summary: "fail on warnings too" },
    "allow-empty": { type: "boolean", summary: "do not fail if a PATH has no skill" },
  },
  examples: [
    ["skillwright check", "the skills of this project"],
    ["skillwright check skills/pdf --fix", "repair one"],
    ["skillwright check --target claude-code,codex", "and what these hosts would do with them"],
    ["skillwright check . --format sarif > skills.sarif", "everything below this directory, for code scanning"],
  ],
  positionals: [0, Number.POSITIVE_INFINITY],
  completes: "files",
  async run(context) {
    const format = text(context, "format") ?? (context.json ? "json" : "text");
    if (!FORMATS.includes(format))
      throw new UsageError(`there is no format \`${printable(format)}\``, `the formats are ${FORMATS.join(", ")}`);
    const targets = names(context, "target");
    const report = await checkSkills(context.positionals, {
      ...context.load,
      ...(await fixing(context, format)),
      ...(targets ? { targets } : {}),
      allowEmpty: flag(context, "allow-empty"),
    });
    await print(report, format, context);
    const fails = (each: Diagnostic): boolean =>
      each.severity === "error" || (flag(context, "strict") && each.severity === "warning");
    return report.rejected.length > 0 || report.diagnostics.some(fails) ? 1 : 0;
  },
};

async function fixing(
  context: Context,
  format: string,
): Promise<{ fix?: "apply" | "plan"; planned?: (fix: Fix) => void }> {
  if (!flag(context, "fix")) return {};
  const out = format === "text" ? context.out : context.err;
  const patch = await patchWriter(context.paint);
  return {
    fix: flag(context, "dry-run") ? "plan" : "apply",
    planned({ path, before, after, rename }) {
      const shown = place(path, context.load.cwd ?? process.cwd());
      if (rename !== undefined) out.line(`rename ${shown} to ${rename}`);
      if (before !== after) out.line(patch(shown, before, after));
    },
  };
}

async function print(report: CheckReport, format: string, context: Context): Promise<void> {
  const { out } = context;
  if (format === "json") {
    writeAnswer(out, checkAnswer(report));
  } else if (format === "sarif") {
    const { toSarif } = await import("../findings/print-sarif.ts");
    const { version } = await import("../version.ts");
    out.line(jsonText(toSarif(report.diagnostics, report.cwd, version()), 2));
  } else if (format === "github") {
    const { printGithub } = await import("../findings/print-github.ts");
    for (const each of report.diagnostics) out.line(printGithub(each, report.cwd));
  } else {
    for (const [heading, diagnostics] of sections(report.diagnostics, names(context, "target") !== undefined)) {
      if (diagnostics.length === 0) continue;
      if (heading !== "") out.line(`${context.paint.bold(heading)} (${countDiagnostics(diagnostics)})\n`);
      out.line(printDiagnostics(diagnostics, { cwd: report.cwd, color: context.paint.bold("") !== "" }));
    }
  }
  if (format !== "json") printSummary(report, format === "text" ? out : context.err, context);
  const isExplained = report.diagnostics.some(({ severity }) => severity === "error");
  if (report.files.length + report.installed.length === 0 && !isExplained) printSearched(report, context);
}

/** [S18] Skills that a lock names are listed apart. */
function printSummary(
  { cwd, files, copies, installed, diagnostics, fixed }: CheckReport,
  to: Output,
  context: Context,
): void {
  if (installed.length > 0) to.line("Installed from elsewhere, not checked as yours:");
  for (const { path, source, lock } of installed)
    to.line(`  - ${place(path, cwd)}  from ${printableLine(source)} (${place(lock, cwd)})`);
  const repeated = copies.reduce((sum, each) => sum + each.copies.length, 0);
  const counts = [
    plural(files.length, "skill file"),
    ...(repeated > 0 ? [plural(repeated, "equal copy", "equal copies")] : []),
    ...(installed.length > 0 ? [`${installed.length} installed from elsewhere and not checked`] : []),
  ];
  const repaired =
    fixed.length > 0 ? `, ${plural(fixed.length, "file")} ${flag(context, "dry-run") ? "would be " : ""}repaired` : "";
  const isNothing = files.length + diagnostics.length === 0;
  to.line(`${counts.join(", ")}: ${isNothing ? "nothing was checked" : countDiagnostics(diagnostics)}${repaired}`);
}

/** [S19] A search without a result says where it searched. */
function printSearched({ searched, cwd }: CheckReport, { err, positionals }: Context): void {
  err.line(`no skill file was found in ${searched.map((path) => place(path, cwd)).join(", ")}`);
  err.line(
    positionals.length > 0
      ? "help: `skillwright new NAME` starts a skill"
      : "help: `skillwright check .` also searches hidden directories; `skillwright new NAME` starts a skill",
  );
}

/** With targets, three things are kept apart: what the specification says, what hosts do, and what is only advice. */
function sections(diagnostics: readonly Diagnostic[], apart: boolean): [heading: string, Diagnostic[]][] {
  if (!apart) return [["", [...diagnostics]]];
  const kind = ({ code }: Diagnostic): string => (isCode(code) ? CATALOGUE[code].kind : "find");
  return [
    ["The specification", diagnostics.filter((each) => kind(each) !== "host" && kind(each) !== "advice")],
    ["What hosts do", diagnostics.filter((each) => kind(each) === "host")],
    ["Advice", diagnostics.filter((each) => kind(each) === "advice")],
  ];
}
