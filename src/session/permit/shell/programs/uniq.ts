import type { Use } from "../program.ts";

export const uniq: Use = {
  hidden: "none",
  operands: "read? output?",
  fed: true,
  options: {
    "-c -d -u -i -D -z --count --repeated --unique --ignore-case": "chooses which lines are printed",
    "-f -s -w --skip-fields --skip-chars --check-chars =number": "chooses what is compared",
  },
};
