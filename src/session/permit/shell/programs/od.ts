import type { Use } from "../program.ts";

export const od: Use = {
  hidden: "none",
  operands: "read...",
  fed: true,
  options: {
    "-A -t =text": "changes the output",
    "-N -j -w =number": "limits the output",
    "-c -x -d -o -b -v": "changes the output",
  },
};
