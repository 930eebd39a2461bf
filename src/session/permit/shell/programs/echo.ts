import type { Use } from "../program.ts";

/** Prints its words. Beside a granted command it needs no rule. */
export const echo: Use = { hidden: "none", operands: "text...", onlyOperands: true, fed: true };
