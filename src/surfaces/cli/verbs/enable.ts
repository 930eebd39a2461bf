import { enable } from "../../../ops/verbs/enable.ts";
import { showSwitchResult } from "../show/show-switched.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(enable, { enable: { show: showSwitchResult } });
