import { install } from "../../../ops/verbs/install.ts";
import { reviewPlan, showCarriedOut } from "../show/show-plan.ts";
import { present } from "../verb-command.ts";

export const presentation = present(install, { install: { review: reviewPlan, show: showCarriedOut } });
