import type { Use } from "../program.ts";

export const paste: Use = {
  hidden: "none",
  operands: "read...",
  fed: true,
  options: { "-d --delimiters =text": "separates the columns", "-s -z --serial": "changes the order" },
};
