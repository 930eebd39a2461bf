import type { Use } from "../program.ts";

export const touch: Use = {
  hidden: "none",
  operands: "create...",
  options: { "-c -a -m --no-create": "changes times only", "-d -t --date =text": "is the time" },
};
