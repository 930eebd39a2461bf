import type { Use } from "../program.ts";

/** Programs that run the command behind them. The command must be granted itself, or be spelled out by the rule. */
export const runners: Use = { optionsFirst: true, operands: "command" };
