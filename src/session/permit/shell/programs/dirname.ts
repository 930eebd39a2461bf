import type { Use } from "../program.ts";

export const dirname: Use = { operands: "text...", options: { "-z": "changes the output" } };
