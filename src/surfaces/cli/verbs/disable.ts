import { disable } from "../../../ops/verbs/disable.ts";
import { showSwitchResult } from "../show/show-switched.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(disable, { disable: { show: showSwitchResult } });
