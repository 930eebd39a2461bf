import { disable } from "../../../ops/verbs/disable.ts";
import { showSwitched } from "../show/show-switched.ts";
import { present } from "../verb-command.ts";

export const presentation = present(disable, { disable: { show: showSwitched } });
