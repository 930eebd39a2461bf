import type { Use } from "../program.ts";

export const dirname: Use = { hidden: "none", operands: "text...", options: { "-z": "changes the output" } };
