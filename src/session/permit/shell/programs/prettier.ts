import type { Use } from "../program.ts";

export const prettier: Use = {
  operands: "write...",
  options: {
    "--check -c --write -w --list-different -l --no-color --version": "changes files of the project or the output",
    "--log-level =name": "changes the output",
  },
};
