import type { Use } from "../program.ts";

/** A formatter keeps the meaning of a file, so a directory may contain protected names. A protected file that is named asks. */
export const prettier: Use = {
  operands: "write...",
  options: {
    "--check -c --write -w --list-different -l --no-color --version": "changes files of the project or the output",
    "--log-level =name": "changes the output",
  },
};
