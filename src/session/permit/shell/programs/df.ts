import type { Use } from "../program.ts";

export const df: Use = {
  hidden: "none",
  operands: "look...",
  options: { "-h -k -m -T -i --human-readable --total": "changes the output" },
};
