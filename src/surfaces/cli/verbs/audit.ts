import { type AuditedSkill, FINDING_SEVERITIES, type FindingSeverity } from "../../../model/rules/audit.ts";
import { jsonText, printableLine } from "../../../model/text/display/printable.ts";
import { auditAnswer } from "../../../ops/answers/review/check-answers.ts";
import type { AuditReport } from "../../../ops/check/audit-skills.ts";
import { audit } from "../../../ops/verbs/audit.ts";
import { packageVersion } from "../../../platform/environment.ts";
import type { Context } from "../command.ts";
import { printCapabilities, printFinding } from "../findings/print-finding.ts";
import { copiesText, printDiagnostic } from "../findings/print-text.ts";
import { writeAnswer } from "../output/json.ts";
import { shownPath } from "../output/output.ts";
import { plural } from "../output/present.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(audit, {
  audit: {
    async show(report, context, { sarif = false, all = false }) {
      if (sarif) await printSarif(report, context);
      else {
        for (const skill of report.skills) printSkill(skill, report.cwd, all, context);
        context.out.line(summary(report));
      }
      printProblems(report, context);
    },
    async write(report, context, { sarif = false }) {
      if (sarif) await printSarif(report, context);
      else writeAnswer(context.out, auditAnswer(report));
      printProblems(report, context);
    },
  },
});

async function printSarif(report: AuditReport, { out }: Context): Promise<void> {
  const [{ toSarif }, { toDiagnostic }] = await Promise.all([
    import("../findings/to-sarif.ts"),
    import("../findings/to-diagnostic.ts"),
  ]);
  const all = report.skills.flatMap(({ directory, copies, findings }) =>
    findings.map((each) => ({ ...toDiagnostic(each, directory, copies), help: `${each.why}. ${each.help}` })),
  );
  out.line(jsonText(toSarif([...report.diagnostics, ...all], report.cwd, packageVersion()), 2));
}

function printProblems(report: AuditReport, { err }: Context): void {
  const isExplained = report.diagnostics.some(({ severity }) => severity === "error");
  if (report.skills.length === 0 && !isExplained) err.line(nothingFound(report));
  for (const each of report.diagnostics) err.line(printDiagnostic(each, { cwd: report.cwd }));
}

/** Returns the text for an audit without findings, with the directories that were searched. */
function nothingFound({ searched, cwd }: AuditReport): string {
  if (searched.length === 0)
    return "no directory of skills exists here; `skillwright list --roots` lists the directories that are searched";
  return `no skill was found in ${searched.map((path) => shownPath(path, cwd)).join(", ")}`;
}

function printSkill(skill: AuditedSkill, cwd: string, all: boolean, { out, paint }: Context): void {
  const shown = skill.findings.filter(({ severity }) => all || (severity !== "low" && severity !== "info"));
  // The name is escaped, because some CI services interpret a line that starts with `::` as a command.
  const name = printableLine(skill.name).replace(/^(?=::)/, "\\");
  out.line(`${paint.bold(name)}  ${paint.dim(shownPath(skill.directory, cwd))}`);
  if (skill.copies.length > 0) out.line(`  ${copiesText(skill.copies, cwd)}`);
  for (const line of printCapabilities(skill.capabilities)) out.line(`  ${line}`);
  const hidden = skill.findings.length - shown.length;
  if (hidden > 0)
    out.line(
      paint.dim(`  ${plural(hidden, "low-severity finding")} hidden (\`--all\` shows ${hidden === 1 ? "it" : "them"})`),
    );
  for (const { finding, reason } of all ? skill.suppressed : [])
    out.line(`  suppressed ${finding.code} in ${printableLine(finding.path ?? skill.name)}: ${printableLine(reason)}`);
  out.line();
  for (const finding of shown)
    out.line(`${printFinding(finding, skill.directory, { cwd, color: paint.bold("") !== "" })}\n`);
}

function summary({ skills }: AuditReport): string {
  const count = (severity: FindingSeverity): number =>
    skills.reduce((sum, { findings }) => sum + findings.filter((each) => each.severity === severity).length, 0);
  const words = FINDING_SEVERITIES.map((severity) => `${count(severity)} ${severity}`).slice(0, 4);
  const suppressed = skills.reduce((sum, each) => sum + each.suppressed.length, 0);
  const copies = skills.reduce((sum, each) => sum + each.copies.length, 0);
  const unread = skills.reduce((sum, { findings }) => sum + findings.filter((each) => each.unread).length, 0);
  const repeated = copies > 0 ? `, ${plural(copies, "identical copy", "identical copies")}` : "";
  const more = [...(suppressed > 0 ? [`${suppressed} suppressed`] : []), ...(unread > 0 ? [`${unread} not read`] : [])];
  return `${plural(skills.length, "skill")}${repeated}: ${[...words, ...more].join(", ")}`;
}
