import type { Use } from "../program.ts";

export const sleep: Use = { hidden: "none", operands: "number..." };
