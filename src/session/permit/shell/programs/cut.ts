import type { Use } from "../program.ts";

export const cut: Use = {
  hidden: "none",
  operands: "read...",
  fed: true,
  options: {
    "-d -f -c -b --delimiter --fields --characters --bytes --output-delimiter =text": "chooses the columns",
    "-s -z --only-delimited --complement": "chooses the lines",
  },
};
