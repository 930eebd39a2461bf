import { install } from "../../../ops/verbs/install.ts";
import { reviewPlan, showAppliedReview } from "../show/show-plan.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(install, {
  install: { review: reviewPlan, show: showAppliedReview },
});
