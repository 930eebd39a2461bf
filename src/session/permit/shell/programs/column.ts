import type { Use } from "../program.ts";

export const column: Use = {
  operands: "read...",
  fed: true,
  options: { "-t --table": "prints a table", "-s -o -N -c =text": "chooses the columns" },
};
