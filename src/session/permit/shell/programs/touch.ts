import type { Use } from "../program.ts";

export const touch: Use = {
  operands: "create...",
  options: { "-c -a -m --no-create": "changes times only", "-d -t --date =text": "is the time" },
};
