import type { Use } from "../program.ts";

export const cat: Use = {
  hidden: "none",
  operands: "read...",
  fed: true,
  options: {
    "-n -b -s -A -E -T -v -u --number --number-nonblank --squeeze-blank --show-all": "changes how the text is printed",
  },
};
