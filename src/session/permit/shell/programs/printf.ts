import type { Use } from "../program.ts";

export const printf: Use = { hidden: "none", style: "words", operands: "format text...", fed: true };
