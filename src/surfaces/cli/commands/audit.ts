import {
  type AuditedSkill,
  type AuditReport,
  auditSkills,
  FINDING_SEVERITIES,
  type FindingSeverity,
} from "../../../index.ts";
import { auditAnswer } from "../../answers/origin-answers.ts";
import { type Command, type Context, flag, text, UsageError } from "../command.ts";
import { printCapabilities, printFinding } from "../findings/print-finding.ts";
import { place } from "../findings/print-text.ts";
import { progress } from "../installer.ts";
import { writeAnswer } from "../output/json.ts";
import { printable } from "../output/paint.ts";
import { plural } from "../output/present.ts";

export const audit: Command = {
  usage: "[PATH…] [--fail-on LEVEL] [--sarif] [--all]",
  about:
    "Looks at what skills could do: structure that no honest skill has, which blocks; advice with its evidence; and a summary\nof scripts, addresses, tools, hooks and secrets, which is what you decide on. Without a path, all skills that are found\nhere. Nothing is run, and nothing leaves the machine. Exit code 1 when something blocks, or is as grave as --fail-on says.",
  options: {
    "fail-on": {
      type: "string",
      value: "LEVEL",
      summary: "fail from this level on, not only on what blocks",
      choices: FINDING_SEVERITIES,
    },
    sarif: { type: "boolean", summary: "print SARIF, for code scanning" },
    all: { type: "boolean", summary: "also what is low or only informs, and what was suppressed" },
  },
  examples: [
    ["skillwright audit", "every skill that is found here"],
    ["skillwright audit ./skills/pdf --all", "one, with everything that was noticed"],
    ["skillwright audit ./skills --fail-on high", "a check for CI"],
    ["skillwright audit ./skills --sarif > audit.sarif", "for code scanning"],
  ],
  positionals: [0, Number.POSITIVE_INFINITY],
  completes: "files",
  async run(context) {
    const failOn = levelOf(text(context, "fail-on") ?? "block");
    const report = await auditSkills(context.positionals, { ...context.load, progress: progress() });
    await print(report, context);
    for (const { severity, code, message, help } of report.diagnostics) {
      context.err.line(`${severity}[${code}]: ${printable(message)}`);
      if (help !== undefined && code !== "SK031") context.err.line(`help: ${printable(help)}`);
    }
    const gravest = FINDING_SEVERITIES.slice(0, FINDING_SEVERITIES.indexOf(failOn) + 1);
    return report.skills.some(({ findings }) => findings.some(({ severity }) => gravest.includes(severity))) ? 1 : 0;
  },
};

function levelOf(name: string): FindingSeverity {
  const level = FINDING_SEVERITIES.find((each) => each === name);
  if (level === undefined)
    throw new UsageError(`there is no level \`${printable(name)}\``, `the levels are ${FINDING_SEVERITIES.join(", ")}`);
  return level;
}

async function print(report: AuditReport, context: Context): Promise<void> {
  const { out, err, json } = context;
  if (flag(context, "sarif")) {
    const [{ toSarif }, { version }, { toDiagnostic }] = await Promise.all([
      import("../findings/print-sarif.ts"),
      import("../version.ts"),
      import("../findings/finding-diagnostic.ts"),
    ]);
    const all = report.skills.flatMap(({ directory, findings }) =>
      findings.map((each) => ({ ...toDiagnostic(each, directory), help: `${each.why}. ${each.help}` })),
    );
    out.line(JSON.stringify(toSarif(all, report.cwd, version()), null, 2));
  } else if (json) writeAnswer(out, auditAnswer(report));
  else {
    for (const skill of report.skills) printSkill(skill, report.cwd, context);
    out.line(summary(report));
  }
  if (report.skills.length === 0) err.line("help: no skill was found here; name a directory");
}

function printSkill(skill: AuditedSkill, cwd: string, context: Context): void {
  const { out, paint } = context;
  const all = flag(context, "all");
  const shown = skill.findings.filter(({ severity }) => all || (severity !== "low" && severity !== "info"));
  out.line(`${paint.bold(printable(skill.name))}  ${paint.dim(place(skill.directory, cwd))}`);
  for (const line of printCapabilities(skill.capabilities)) out.line(`  ${line}`);
  const hidden = skill.findings.length - shown.length;
  if (hidden > 0) out.line(paint.dim(`  ${plural(hidden, "finding")} of little weight; \`--all\` shows them`));
  for (const { finding, reason } of all ? skill.suppressed : [])
    out.line(`  suppressed ${finding.code} in ${printable(finding.path ?? skill.name)}: ${printable(reason)}`);
  out.line();
  for (const finding of shown)
    out.line(`${printFinding(finding, skill.directory, { cwd, color: paint.bold("") !== "" })}\n`);
}

function summary({ skills }: AuditReport): string {
  const count = (severity: FindingSeverity): number =>
    skills.reduce((sum, { findings }) => sum + findings.filter((each) => each.severity === severity).length, 0);
  const words = FINDING_SEVERITIES.map((severity) => `${count(severity)} ${severity}`).slice(0, 4);
  const suppressed = skills.reduce((sum, each) => sum + each.suppressed.length, 0);
  return `${plural(skills.length, "skill")}: ${words.join(", ")}${suppressed > 0 ? `, ${suppressed} suppressed` : ""}`;
}
