import type { Use } from "../program.ts";

export const tree: Use = {
  hidden: "none",
  operands: "look...",
  implies: "look",
  options: {
    "-a -d -f -h -s -p -C -n -J -i -D -F -r -t -v --dirsfirst --du --noreport --gitignore --prune":
      "changes the output",
    "-L -I -P --filelimit =text": "limits the output",
  },
};
