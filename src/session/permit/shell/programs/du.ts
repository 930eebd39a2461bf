import type { Use } from "../program.ts";

export const du: Use = {
  hidden: "none",
  operands: "look...",
  implies: "look",
  options: {
    "-s -h -a -c -k -m -b -x --summarize --human-readable --all --total --apparent-size": "changes the output",
    "-d --max-depth =number": "limits the output",
    "--exclude -t =text": "leaves files out",
  },
};
