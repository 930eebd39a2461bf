import { CATALOGUE, checkSkills, type Diagnostic, type Fix, isCode } from "../../../index.ts";
import { checkAnswer } from "../../answers/origin-answers.ts";
import { type Command, type Context, flag, names, text, UsageError } from "../command.ts";
import { countDiagnostics, printDiagnostics } from "../findings/print-groups.ts";
import { place } from "../findings/print-text.ts";
import { writeAnswer } from "../output/json.ts";
import { printable } from "../output/paint.ts";
import { patchWriter } from "../output/patch.ts";
import { plural } from "../output/present.ts";

const FORMATS = ["text", "json", "sarif", "github"];

export const check: Command = {
  usage: "[PATH…] [--target HOSTS] [--format F] [--fix] [--strict]",
  about:
    "Checks skill files, skill directories or directories of skills; without a path, those of this project. Says what the\nspecification demands, and gives advice. Exit code 1 when a file is rejected or there is an error; with --strict on\nwarnings too.",
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
  },
  examples: [
    ["skillwright check", "the skills of this project"],
    ["skillwright check skills/pdf --fix", "repair one"],
    ["skillwright check --target claude-code,codex", "and what these hosts would do with them"],
    ["skillwright check . --format sarif > skills.sarif", "for code scanning"],
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

async function print(report: Awaited<ReturnType<typeof checkSkills>>, format: string, context: Context): Promise<void> {
  const { out, err } = context;
  if (format === "json") {
    writeAnswer(out, checkAnswer(report));
  } else if (format === "sarif") {
    const { toSarif } = await import("../findings/print-sarif.ts");
    const { version } = await import("../version.ts");
    out.line(JSON.stringify(toSarif(report.diagnostics, report.cwd, version()), null, 2));
  } else if (format === "github") {
    const { printGithub } = await import("../findings/print-github.ts");
    for (const each of report.diagnostics) out.line(printGithub(each, report.cwd));
  } else {
    for (const [heading, diagnostics] of sections(report.diagnostics, names(context, "target") !== undefined)) {
      if (diagnostics.length === 0) continue;
      if (heading !== "") out.line(`${context.paint.bold(heading)} (${countDiagnostics(diagnostics)})\n`);
      out.line(printDiagnostics(diagnostics, { cwd: report.cwd, color: context.paint.bold("") !== "" }));
    }
    const repaired =
      report.fixed.length > 0
        ? `, ${plural(report.fixed.length, "file")} ${flag(context, "dry-run") ? "would be " : ""}repaired`
        : "";
    out.line(`${plural(report.files.length, "skill file")}: ${countDiagnostics(report.diagnostics)}${repaired}`);
  }
  if (report.files.length === 0) err.line("help: no SKILL.md was found there; `skillwright new NAME` makes one");
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
