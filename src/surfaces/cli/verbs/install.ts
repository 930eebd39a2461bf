import { install } from "../../../ops/verbs/install.ts";
import { reviewPlan, showAppliedReview } from "../show/show-plan.ts";
import { presentVerb } from "../verb-command.ts";

export const presentation = presentVerb(install, { install: { review: reviewPlan, show: showAppliedReview } });
