import type { Use } from "../program.ts";

export const golangciLint: Use = {
  commands: {
    run: {
      operands: "local...",
      options: {
        "--fix -v --fast --verbose": "changes files of the project or the output",
        "--timeout --out-format =word": "changes the output",
      },
    },
    version: { operands: "" },
    linters: { operands: "" },
  },
};
