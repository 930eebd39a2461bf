import type { Use } from "../program.ts";

export const realpath: Use = {
  hidden: "none",
  operands: "look...",
  options: {
    "-e -m -s -q -z --no-symlinks": "changes the output",
    "--relative-to --relative-base =look": "changes the output",
  },
};
