import { flag, object, optional, withCliForm } from "../../model/schema.ts";
import { SCHEMA } from "../answers/answer.ts";
import { operation, verb } from "../operation.ts";

export const doctor = verb({
  name: "doctor",
  group: "See",
  summary: "Find problems, and show the command that fixes each",
  about:
    "Checks everything: which directories are searched, which skills are in them, which are overridden, what the hosts on this\nmachine see, what is wrong and what to do next. Exit code 1 when a skill is rejected or a configuration cannot be read.\nWith --fix it repairs damaged files that withhold skills: approvals, lockfiles, trusted folders and approved servers. It\nkeeps a copy of each damaged file beside it, and approves no skill.",
  examples: [
    ["skillwright doctor", "all problems"],
    ["skillwright doctor --all", "with the embedded skills of Skillwright"],
    ["skillwright doctor --root ./skills", "with one more directory"],
    ["skillwright doctor --fix --dry-run", "show which files are damaged"],
    ["skillwright doctor --json", "for programs"],
  ],
  operations: {
    doctor: operation({
      summary: "Find problems, and show the command that fixes each",
      input: object({
        all: optional(withCliForm(flag("also show the embedded skills of Skillwright"), { short: "a" })),
      }),
      output: "Doctor",
      effects: ["read"],
      includesDamage: true,
      note: "runs the self-test of the sandbox, and no code of a skill",
      cli: {},
      http: { path: "/api/doctor", id: "doctor", heavy: true, omits: { all: "every answer has all skills" } },
      async run(_input, context) {
        const { examineMachine } = await import("../answers/doctor/doctor-answer.ts");
        return examineMachine((await context.loaded()).snapshot, context.load);
      },
      answer: async (examined) => (await import("../answers/doctor/doctor-answer.ts")).doctorAnswer(examined),
      failed: ({ snapshot: { rejected, diagnostics } }) =>
        rejected.length > 0 || diagnostics.some(({ severity }) => severity === "error"),
    }),
    repair: operation({
      summary: "Repair damaged files that withhold skills",
      input: object({
        yes: optional(withCliForm(flag("do not ask"), { short: "y" })),
        dryRun: optional(flag("only show what is damaged")),
      }),
      output: "RepairResult",
      effects: ["write"],
      cli: { flags: ["fix"] },
      http: "it replaces files with the user's decisions, which no request may do",
      async run({ yes = false, dryRun = false }, { load }) {
        const { repairFiles } = await import("../settings/repair.ts");
        const files = await repairFiles({ apply: false }, load);
        const repaired = yes && !dryRun && files.some(({ action }) => action !== "none");
        if (repaired) await repairFiles({ apply: true }, load);
        return { files, repaired };
      },
      failed: ({ files, repaired }) => files.some(({ action }) => action === "none" || !repaired),
      answer: ({ files, repaired }) => ({ schema: SCHEMA, repaired, files }),
    }),
  },
});
