import type { Use } from "../program.ts";

/** Without `-O` the address decides which file is written. */
export const wget: Use = {
  hidden: "none",
  operands: "url...",
  needs: ["-O --output-document"],
  options: {
    "-q -c --quiet --no-verbose --https-only": "changes what is printed",
    "-O --output-document =output": "writes the answer; that needs a rule for writing",
    "-T -t --timeout --tries =number": "limits the time",
  },
};
