import { add } from "../../../ops/verbs/add.ts";
import { reviewPlan, showAppliedReview } from "../show/show-plan.ts";
import { presentVerb } from "../verb-command.ts";

export const presentation = presentVerb(add, { add: { review: reviewPlan, show: showAppliedReview } });
