import type { Use } from "../program.ts";

export const nl: Use = {
  operands: "read...",
  fed: true,
  options: { "-b -n -s -v -w =text": "changes the output" },
};
