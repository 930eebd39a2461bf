import type { Use } from "../program.ts";

export const column: Use = {
  hidden: "none",
  operands: "read...",
  fed: true,
  options: { "-t --table": "prints a table", "-s -o -N -c =text": "chooses the columns" },
};
