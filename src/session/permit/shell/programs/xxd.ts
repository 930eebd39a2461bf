import type { Use } from "../program.ts";

export const xxd: Use = {
  hidden: "none",
  operands: "read? output?",
  fed: true,
  options: { "-l -s -c -g -o =number": "limits the output", "-p -u -b -e -i -a": "changes the output" },
};
