import type { Use } from "../program.ts";

export const basename: Use = {
  hidden: "none",
  operands: "text text?",
  options: { "-a -z": "changes the output", "-s =text": "removes a suffix" },
};
