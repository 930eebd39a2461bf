import type { Use } from "../program.ts";

export const which: Use = { operands: "name...", options: { "-a -s": "prints every match" } };
