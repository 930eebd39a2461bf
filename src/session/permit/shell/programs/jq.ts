import type { Use } from "../program.ts";

export const jq: Use = {
  hidden: "none",
  operands: "jq read...",
  fed: true,
  options: {
    "-r -c -n -e -s -S -M -C -j -a --raw-output --compact-output --null-input --exit-status --slurp --sort-keys":
      "changes input and output",
    "--monochrome-output --color-output --join-output --ascii-output --tab": "changes the output",
    "--indent =number": "changes the output",
  },
};
