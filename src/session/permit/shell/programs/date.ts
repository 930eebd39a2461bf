import type { Use } from "../program.ts";

export const date: Use = {
  hidden: "none",
  operands: "dateFormat?",
  options: {
    "-u -R --utc": "changes the output",
    "-I --iso-8601 =text?": "changes the output",
    "-d --date =text": "is the time that is printed",
  },
};
