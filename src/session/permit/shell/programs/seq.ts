import type { Use } from "../program.ts";

export const seq: Use = {
  operands: "number...",
  options: { "-w": "changes the output", "-s =text": "separates the numbers" },
};
