import { object } from "../../model/schema.ts";
import { mapLazily, SCHEMA } from "../answers/answer.ts";
import { operation, verb } from "../operation.ts";

export const verify = verb({
  name: "verify",
  group: "Manage",
  summary: "Verify that installed and approved skills are unchanged",
  about:
    "Compares every installed or approved skill with its approved version, file by file. Changed skills are hidden from models until\nyou approve them again. Exits 1 if a skill has changed or is missing.",
  examples: [
    ["skillwright verify", "verify all skills of this project and yours"],
    [
      "skillwright verify --json | jq '.skills[] | select(.state != \"unchanged\")'",
      "list changed skills as JSON, for programs",
    ],
  ],
  operations: {
    verify: operation({
      summary: "Verify that installed and approved skills are unchanged",
      input: object({}),
      output: "VerifyResult",
      effects: ["read"],
      cli: {},
      http: { path: "/api/verify", id: "verify", heavy: true },
      async run(_input, context) {
        const installer = await (await import("../open-installer.ts")).openInstaller(context.installer);
        const skills = await installer.verify();
        return { skills, diagnostics: await installer.lockFindings(), projectRoot: installer.projectRoot };
      },
      answer: ({ skills, diagnostics }) => ({
        fields: { schema: SCHEMA, diagnostics },
        lists: { skills: mapLazily(skills, (each) => each) },
      }),
      failed: ({ skills, diagnostics }) => diagnostics.length > 0 || skills.some(({ state }) => state !== "unchanged"),
    }),
  },
});
