import { FINDING_SEVERITIES, type Finding } from "../../model/rules/audit.ts";
import { flag, object, oneOf, optional, textList, withCliForm } from "../../model/schema.ts";
import { operation, verb } from "../operation.ts";
import { allowEmpty, CALLER_DECIDES_REASON } from "./fields.ts";

export const audit = verb({
  name: "audit",
  group: "Manage",
  summary: "Audit skills for risky content",
  about:
    "Reports the risks and capabilities of skills. Structures that no honest skill has block an install. Other findings are advice,\nwith the text that was found. A summary lists scripts, addresses, tools, hooks and secrets. A PATH is a file or a directory; the\naudit finds the same skills in it as `add`, also in hidden directories. Without a PATH, it audits all skills of this project and\nyours. The audit runs no code and sends no data. Exits 1 if a finding blocks or is as severe as --fail-on, if not everything\ncould be searched, or if a PATH has no skill.",
  examples: [
    ["skillwright audit", "audit every skill of this project and yours"],
    ["skillwright audit ./skills/pdf --all", "audit one skill, and show all findings"],
    ["skillwright audit ./skills --fail-on high", "fail in CI on findings of high severity"],
    ["skillwright audit ./skills --sarif > audit.sarif", "write a report for code scanning"],
  ],
  completes: "files",
  operations: {
    audit: operation({
      summary: "Audit skills for risky content",
      input: object({
        paths: optional(
          withCliForm(
            textList("files or directories of the project or of a root (default: all skills that are found here)"),
            {
              value: "PATH",
            },
          ),
        ),
        failOn: optional(
          withCliForm(
            oneOf(
              FINDING_SEVERITIES,
              "also fail on findings of this severity or higher (default: only on findings that block)",
            ),
            {
              value: "LEVEL",
            },
          ),
        ),
        sarif: optional(flag("print a SARIF report, for code scanning")),
        all: optional(flag("also show low, informational and suppressed findings")),
        allowEmpty,
      }),
      output: "Audit",
      effects: ["read"],
      cli: { arguments: ["paths"] },
      http: {
        path: "/api/audit",
        id: "audit",
        heavy: true,
        omits: { failOn: CALLER_DECIDES_REASON, sarif: CALLER_DECIDES_REASON, all: "every response has all findings" },
      },
      async run({ paths = [], ...input }, context) {
        const { load, signal, progress } = context;
        const { auditSkills } = await import("../check/audit-skills.ts");
        const options = { ...load, signal, allowEmpty: input.allowEmpty ?? false, ...(progress ? { progress } : {}) };
        return auditSkills(await context.pathsNamed(paths), options);
      },
      answer: async (report) => (await import("../answers/review/check-answers.ts")).auditAnswer(report),
      failed({ skills, diagnostics }, { failOn = "block" }) {
        if (diagnostics.some(({ severity }) => severity === "error")) return true;
        const gravest = FINDING_SEVERITIES.slice(0, FINDING_SEVERITIES.indexOf(failOn) + 1);
        const fails = ({ severity, unread }: Finding): boolean => unread === true || gravest.includes(severity);
        return skills.some(({ findings }) => findings.some(fails));
      },
    }),
  },
});
