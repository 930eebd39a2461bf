import { flag, object, optional, textList, withCliForm } from "../../model/schema.ts";
import { SCHEMA } from "../answers/answer.ts";
import { operation, verb } from "../operation.ts";
import { USE_PLANS_REASON } from "./fields.ts";

export const remove = verb({
  name: "remove",
  group: "Manage",
  summary: "Remove installed skills",
  about:
    "Removes installed skills: the directory, its entry in skills.lock, its approval, and the links that `place` made to it. The\nfiles stay in the store, so that `add --offline` can restore them. The command does not remove skills that Skillwright did not\ninstall.",
  examples: [
    ["skillwright remove pdf", "remove a skill by its name"],
    ["skillwright remove .agents/skills/pdf", "remove a skill by its directory, if two skills have its name"],
  ],
  completes: "skills",
  operations: {
    remove: operation({
      summary: "Remove installed skills",
      input: object({
        skills: withCliForm(textList("names or directories of installed skills"), { value: "NAME|DIR" }),
        dryRun: optional(flag("show what would be removed, and change nothing")),
      }),
      output: "RemoveResult",
      effects: ["write"],
      cli: { arguments: ["skills"] },
      http: USE_PLANS_REASON,
      async run({ skills, dryRun = false }, context) {
        const { openInstallerFor } = await import("../install/apply-approved.ts");
        const installer = await openInstallerFor({ dryRun }, context);
        const applied = await installer.remove(skills, { dryRun });
        const gone = applied.map(({ directory }) => directory);
        const { unplaceSkills } = await import("../hosts/place-skills.ts");
        return {
          ...{ dryRun, applied },
          unlinked: dryRun ? [] : (await unplaceSkills(gone, context.load)).map(({ at }) => at),
          diagnostics: await installer.lockFindings(),
          projectRoot: installer.projectRoot,
        };
      },
      answer: ({ dryRun, applied, unlinked, diagnostics }) => ({
        ...{ schema: SCHEMA, dryRun, applied, unlinked, diagnostics },
      }),
    }),
  },
});
