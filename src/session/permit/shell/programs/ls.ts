import type { Use } from "../program.ts";

export const ls: Use = {
  hidden: "none",
  operands: "look...",
  implies: "look",
  options: {
    "-l -a -A -h -R -1 -t -r -S -d -F -i -s -p -g -o -C -x -m -Q -U -X -c -u -n -G": "chooses what is listed and how",
    "--all --almost-all --human-readable --recursive --reverse --directory --inode --size --group-directories-first":
      "same",
    "--color =text?": "changes the look",
    "--sort --time --time-style --format =text": "changes the order and the look",
  },
};
