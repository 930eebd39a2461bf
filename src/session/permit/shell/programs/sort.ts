import type { Use } from "../program.ts";

export const sort: Use = {
  hidden: "none",
  operands: "read...",
  fed: true,
  options: {
    "-r -n -u -f -b -h -V -g -M -c -s -z -d -i -R": "changes the order",
    "--reverse --numeric-sort --unique --ignore-case --human-numeric-sort --version-sort --stable": "same",
    "-k --key -t --field-separator =text": "chooses the key",
    "-o --output =output": "writes the result; that needs a rule for writing",
  },
};
