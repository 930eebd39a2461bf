import type { Use } from "../program.ts";

export const tail: Use = {
  hidden: "none",
  operands: "read...",
  fed: true,
  options: {
    "-n --lines -c --bytes =number": "limits how much is printed",
    "-q -v -z --quiet --verbose": "prints file names or not",
    "-NUM": "limits how much is printed",
  },
};
