import { enable } from "../../../ops/verbs/enable.ts";
import { showSwitched } from "../show/show-switched.ts";
import { present } from "../verb-command.ts";

export const presentation = present(enable, { enable: { show: showSwitched } });
