import type { Use } from "../program.ts";

export const tr: Use = {
  operands: "text text?",
  fed: true,
  options: { "-d -s -c -C -t --delete --squeeze-repeats --complement": "changes characters of its input" },
};
