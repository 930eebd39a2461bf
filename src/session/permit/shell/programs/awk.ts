import type { Use } from "../program.ts";

export const awk: Use = {
  hidden: "none",
  operands: "awk read...",
  fed: true,
  options: { "-F --field-separator =text": "separates the fields" },
};
