import {
  type AuditedSkill,
  type AuditReport,
  auditSkills,
  FINDING_SEVERITIES,
  type Finding,
  type FindingSeverity,
} from "../../../index.ts";
import { jsonText, printableLine } from "../../../model/text/printable.ts";
import { auditAnswer } from "../../../ops/answers/origin-answers.ts";
import { type Command, type Context, flag, text, UsageError } from "../command.ts";
import { printCapabilities, printFinding } from "../findings/print-finding.ts";
import { alsoIn, place, printDiagnostic } from "../findings/print-text.ts";
import { progress } from "../installer.ts";
import { writeAnswer } from "../output/json.ts";
import { printable } from "../output/paint.ts";
import { plural } from "../output/present.ts";

export const audit: Command = {
  usage: "[PATH…] [--fail-on LEVEL] [--sarif] [--all] [--allow-empty]",
  about:
    "Looks at what skills could do: structure that no honest skill has, which blocks; advice with its evidence; and a summary\nof scripts, addresses, tools, hooks and secrets, which is what you decide on. A PATH is a file or a source tree: audit finds\nthere what `add` finds, in hidden directories too. Without a PATH it audits all skills that are found here. Nothing is run,\nand nothing leaves the machine. Exit code 1 if something blocks, or is as grave as --fail-on says, if not everything could\nbe searched, or if a PATH has no skill.",
  options: {
    "fail-on": {
      type: "string",
      value: "LEVEL",
      summary: "fail from this level on, not only on what blocks",
      choices: FINDING_SEVERITIES,
    },
    sarif: { type: "boolean", summary: "print SARIF, for code scanning" },
    all: { type: "boolean", summary: "also what is low or only informs, and what was suppressed" },
    "allow-empty": { type: "boolean", summary: "do not fail if a PATH has no skill" },
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
    const options = { ...context.load, progress: progress(), allowEmpty: flag(context, "allow-empty") };
    const report = await auditSkills(context.positionals, options);
    await print(report, context);
    for (const each of report.diagnostics) context.err.line(printDiagnostic(each, { cwd: report.cwd }));
    if (report.diagnostics.some(({ severity }) => severity === "error")) return 1;
    const gravest = FINDING_SEVERITIES.slice(0, FINDING_SEVERITIES.indexOf(failOn) + 1);
    const fails = ({ severity, unread }: Finding): boolean => unread === true || gravest.includes(severity);
    return report.skills.some(({ findings }) => findings.some(fails)) ? 1 : 0;
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
    const all = report.skills.flatMap(({ directory, copies, findings }) =>
      findings.map((each) => ({ ...toDiagnostic(each, directory, copies), help: `${each.why}. ${each.help}` })),
    );
    out.line(jsonText(toSarif([...report.diagnostics, ...all], report.cwd, version()), 2));
  } else if (json) writeAnswer(out, auditAnswer(report));
  else {
    for (const skill of report.skills) printSkill(skill, report.cwd, context);
    out.line(summary(report));
  }
  const isExplained = report.diagnostics.some(({ severity }) => severity === "error");
  if (report.skills.length === 0 && !isExplained) err.line(nothingFound(report));
}

/** [S19] A search without a result says where it searched. */
function nothingFound({ searched, cwd }: AuditReport): string {
  if (searched.length === 0) return "no directory of skills exists here: `skillwright roots` lists where they could be";
  return `no skill was found in ${searched.map((path) => place(path, cwd)).join(", ")}`;
}

function printSkill(skill: AuditedSkill, cwd: string, context: Context): void {
  const { out, paint } = context;
  const all = flag(context, "all");
  const shown = skill.findings.filter(({ severity }) => all || (severity !== "low" && severity !== "info"));
  // A CI service takes a line that begins with `::` for a command.
  const name = printableLine(skill.name).replace(/^(?=::)/, "\\");
  out.line(`${paint.bold(name)}  ${paint.dim(place(skill.directory, cwd))}`);
  if (skill.copies.length > 0) out.line(`  ${alsoIn(skill.copies, cwd)}`);
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
  const copies = skills.reduce((sum, each) => sum + each.copies.length, 0);
  const unread = skills.reduce((sum, { findings }) => sum + findings.filter((each) => each.unread).length, 0);
  const repeated = copies > 0 ? `, ${plural(copies, "equal copy", "equal copies")}` : "";
  const more = [...(suppressed > 0 ? [`${suppressed} suppressed`] : []), ...(unread > 0 ? [`${unread} not read`] : [])];
  return `${plural(skills.length, "skill")}${repeated}: ${[...words, ...more].join(", ")}`;
}
