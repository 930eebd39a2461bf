import type { Use } from "../program.ts";

export const cmp: Use = {
  hidden: "none",
  operands: "read read",
  fed: true,
  options: {
    "-s -l -b --silent --quiet --verbose": "changes the output",
    "-n -i --bytes =number": "limits what is compared",
  },
};
