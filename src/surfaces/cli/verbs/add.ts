import { add } from "../../../ops/verbs/add.ts";
import { reviewPlan, showAppliedReview } from "../show/show-plan.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(add, { add: { review: reviewPlan, show: showAppliedReview } });
