import { remove } from "../../../ops/verbs/remove.ts";
import { showLockFindings } from "../operation-context.ts";
import { shownPath } from "../output/output.ts";
import { showApplied } from "../show/show-plan.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(remove, {
  remove: {
    async show({ applied, unlinked, dryRun, diagnostics, projectRoot }, context) {
      await showLockFindings(diagnostics, projectRoot, context);
      showApplied(applied, projectRoot, context, dryRun);
      for (const at of unlinked) context.out.line(`unlinked ${shownPath(at, projectRoot)}`);
    },
  },
});
