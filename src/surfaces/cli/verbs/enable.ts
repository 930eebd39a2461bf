import { enable } from "../../../ops/verbs/enable.ts";
import { showSwitchResult } from "../show/show-switched.ts";
import { presentVerb } from "../verb-command.ts";

export const presentation = presentVerb(enable, { enable: { show: showSwitchResult } });
