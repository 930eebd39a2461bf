import { flag, object, optional, withCliForm } from "../../model/schema.ts";
import { SCHEMA } from "../answers/answer.ts";
import { operation, verb } from "../operation.ts";

export const doctor = verb({
  name: "doctor",
  group: "See",
  summary: "Find problems, and show the command that fixes each",
  about:
    "Checks the searched directories, their skills, overridden skills, and the hosts on this machine, and shows a command that fixes\neach problem. Exits 1 if a skill is rejected or a configuration cannot be read. With --fix, it repairs damaged files that hide\nskills from models: approvals, lockfiles, trusted folders and approved servers. It keeps a copy of each damaged file in the same\ndirectory, and approves no skill.",
  examples: [
    ["skillwright doctor", "show the problems"],
    ["skillwright doctor --all", "include the embedded skills of Skillwright"],
    ["skillwright doctor --root ./skills", "search one more directory"],
    ["skillwright doctor --fix --dry-run", "show which files are damaged"],
    ["skillwright doctor --json", "print JSON, for programs"],
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
      http: { path: "/api/doctor", id: "doctor", heavy: true, omits: { all: "every response has all skills" } },
      async run(_input, context) {
        const { examineMachine } = await import("../answers/doctor/doctor-answer.ts");
        return examineMachine((await context.loaded()).snapshot, context.load);
      },
      answer: async (examined) => (await import("../answers/doctor/doctor-answer.ts")).doctorAnswer(examined),
      failed: ({ snapshot: { rejected, diagnostics } }) =>
        rejected.length > 0 || diagnostics.some(({ severity }) => severity === "error"),
    }),
    repair: operation({
      summary: "Repair damaged files that hide skills from models",
      input: object({
        yes: optional(withCliForm(flag("repair without asking for confirmation"), { short: "y" })),
        dryRun: optional(flag("show the damaged files, and change nothing")),
      }),
      output: "RepairResult",
      effects: ["write"],
      cli: { flags: ["fix"] },
      http: "the repair replaces files that contain the user's decisions, and no request may do that",
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
