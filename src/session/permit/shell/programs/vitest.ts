import type { Use } from "../program.ts";

export const vitest: Use = {
  operands: "name...",
  options: {
    "--run --coverage --silent --version": "changes the output",
    "-t --testNamePattern =text": "chooses tests",
  },
};
