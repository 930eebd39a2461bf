import { disable } from "../../../ops/verbs/disable.ts";
import { showSwitchResult } from "../show/show-switched.ts";
import { presentVerb } from "../verb-command.ts";

export const presentation = presentVerb(disable, { disable: { show: showSwitchResult } });
