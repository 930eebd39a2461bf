import { update } from "../../../ops/verbs/update.ts";
import { showLockFindings } from "../operation-context.ts";
import { tableLines } from "../output/table.ts";
import { reviewPlan, showAppliedReview } from "../show/show-plan.ts";
import { defineTerminalOutput } from "../verb-command.ts";

const COLUMNS = [
  { title: "skill", least: 16 },
  { title: "state" },
  { title: "version", least: 16 },
  { title: "source", least: 16 },
  { title: "reason", least: 20 },
];
const STATES = { current: "current", outdated: "update available", unknown: "unknown" } as const;

const carried = { review: reviewPlan, show: showAppliedReview };

export const terminalOutput = defineTerminalOutput(update, {
  update: carried,
  rollback: carried,
  sites: carried,
  check: {
    async show({ outdated, diagnostics, projectRoot }, context) {
      await showLockFindings(diagnostics, projectRoot, context);
      const { out, paint } = context;
      const rows = outdated.map(({ name, state, source, installed, latest, reason }) => [
        { text: name, tone: paint.bold },
        { text: STATES[state], tone: state === "current" ? paint.green : paint.yellow },
        { text: state === "outdated" && installed !== latest ? `${installed ?? "?"} → ${latest ?? "?"}` : "" },
        { text: source },
        { text: reason ?? "" },
      ]);
      for (const line of tableLines(COLUMNS, rows, context)) out.line(line);
      if (outdated.length === 0) out.line("nothing is installed");
    },
  },
});
