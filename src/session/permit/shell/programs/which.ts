import type { Use } from "../program.ts";

export const which: Use = { hidden: "none", operands: "name...", options: { "-a -s": "prints every match" } };
