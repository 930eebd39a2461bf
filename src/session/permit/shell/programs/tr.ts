import type { Use } from "../program.ts";

export const tr: Use = {
  hidden: "none",
  operands: "text text?",
  fed: true,
  options: { "-d -s -c -C -t --delete --squeeze-repeats --complement": "changes characters of its input" },
};
