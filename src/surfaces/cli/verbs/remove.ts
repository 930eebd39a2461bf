import { remove } from "../../../ops/verbs/remove.ts";
import { showLockFindings } from "../operation-context.ts";
import { shownPath } from "../output/output.ts";
import { showApplied } from "../show/show-plan.ts";
import { presentVerb } from "../verb-command.ts";

export const presentation = presentVerb(remove, {
  remove: {
    async show({ applied, unlinked, dryRun, diagnostics, projectRoot }, context) {
      await showLockFindings(diagnostics, projectRoot, context);
      showApplied(applied, projectRoot, context, dryRun);
      for (const at of unlinked) context.out.line(`unlinked ${shownPath(at, projectRoot)}`);
    },
  },
});
