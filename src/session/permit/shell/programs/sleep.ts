import type { Use } from "../program.ts";

export const sleep: Use = { operands: "number..." };
