import { unplaceSkills } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { tell } from "../ask/approve-plan.ts";
import { type Command, flag } from "../command.ts";
import { place } from "../findings/print-text.ts";
import { installerFor, tellLockFindings } from "../installer.ts";

export const remove: Command = {
  usage: "NAME|DIR… [--dry-run]",
  about:
    "Removes installed skills: the directory, its entry in skills.lock and its approval. Links that `place`\nmade to it go too. The bytes stay in the store, so that `add --offline` brings them back. What skillwright did not install is left alone.",
  options: { "dry-run": { type: "boolean", summary: "say what would go, and change nothing" } },
  examples: [
    ["skillwright remove pdf", "by name"],
    ["skillwright remove .agents/skills/pdf", "by directory, where two have a name"],
  ],
  positionals: [1, 100],
  completes: "skills",
  async run(context) {
    const installer = await installerFor(context);
    const dryRun = flag(context, "dry-run");
    const applied = await installer.remove(context.positionals, { dryRun });
    const diagnostics = await tellLockFindings(installer, context);
    const gone = applied.map(({ directory }) => directory);
    const unlinked = dryRun ? [] : (await unplaceSkills(gone, context.load)).map(({ at }) => at);
    if (context.json) context.out.line(jsonText({ schema: SCHEMA, dryRun, applied, unlinked, diagnostics }));
    else {
      tell(applied, installer, context, dryRun);
      for (const at of unlinked) context.out.line(`unlinked ${place(at, installer.projectRoot)}`);
    }
    return 0;
  },
};
