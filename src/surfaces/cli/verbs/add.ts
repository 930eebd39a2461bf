import { add } from "../../../ops/verbs/add.ts";
import { reviewPlan, showCarriedOut } from "../show/show-plan.ts";
import { present } from "../verb-command.ts";

export const presentation = present(add, { add: { review: reviewPlan, show: showCarriedOut } });
