import type { Use } from "../program.ts";

export const wc: Use = {
  hidden: "none",
  operands: "read...",
  fed: true,
  options: { "-l -w -c -m -L --lines --words --bytes --chars --max-line-length": "chooses what is counted" },
};
