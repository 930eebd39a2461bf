import type { Use } from "../program.ts";

export const nl: Use = {
  hidden: "none",
  operands: "read...",
  fed: true,
  options: { "-b -n -s -v -w =text": "changes the output" },
};
