import type { Use } from "../program.ts";

export const printf: Use = { style: "words", operands: "format text...", fed: true };
