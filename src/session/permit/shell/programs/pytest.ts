import type { Use } from "../program.ts";

export const pytest: Use = {
  operands: "look...",
  options: {
    "-q -v -vv -x -s -l --lf --ff --co --quiet --verbose --collect-only --no-header --no-summary":
      "changes which tests run and what is printed",
    "-k -m --tb --durations --maxfail =text": "changes which tests run and what is printed",
    "--version": "prints the version",
  },
};
