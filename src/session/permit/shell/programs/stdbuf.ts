import type { Use } from "../program.ts";

export const stdbuf: Use = {
  hidden: "none",
  transparent: true,
  optionsFirst: true,
  operands: "command",
  fed: true,
  options: { "-i -o -e --input --output --error =text": "changes buffering" },
};
