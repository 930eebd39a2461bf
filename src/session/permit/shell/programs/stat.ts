import type { Use } from "../program.ts";

export const stat: Use = {
  hidden: "none",
  operands: "look...",
  options: { "-c --format --printf =text": "changes the output", "-t -L --terse --dereference": "changes the output" },
};
