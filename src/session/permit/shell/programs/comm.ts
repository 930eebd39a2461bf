import type { Use } from "../program.ts";

export const comm: Use = {
  hidden: "none",
  operands: "read read",
  fed: true,
  options: { "-1 -2 -3 -z --check-order --nocheck-order": "chooses which lines are printed" },
};
