import type { Use } from "../program.ts";

export const eslint: Use = {
  operands: "write...",
  options: {
    "--fix --fix-dry-run --quiet --no-color --color --version": "changes files of the project or the output",
    "--ext --max-warnings =text": "chooses files",
  },
};
