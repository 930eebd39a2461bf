import type { Use } from "../program.ts";

export const seq: Use = {
  hidden: "none",
  operands: "number...",
  options: { "-w": "changes the output", "-s =text": "separates the numbers" },
};
