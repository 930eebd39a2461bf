import type { Use } from "../program.ts";

export const fd: Use = {
  hidden: "none",
  operands: "text? look...",
  implies: "look",
  options: {
    "-e --extension -t --type -E --exclude -d --max-depth --min-depth -S --size --changed-within =text":
      "chooses files",
    "-H -I -u -s -i -g -F -a -p -0 -1 --hidden --no-ignore --glob --absolute-path --full-path": "chooses files",
  },
};
