import type { Use } from "../program.ts";

export const jest: Use = {
  operands: "name...",
  options: {
    "--ci --coverage --silent --verbose --runInBand -i --version": "changes the output",
    "-t --testNamePattern =text": "chooses tests",
  },
};
