import type { Use } from "../program.ts";

export const ruff: Use = {
  commands: {
    check: {
      operands: "write...",
      options: {
        "--fix --quiet -q --statistics --no-cache": "changes files of the project or the output",
        "--select --ignore --output-format =text": "chooses rules",
      },
    },
    format: {
      operands: "write...",
      options: { "--check --diff --quiet -q": "changes files of the project or the output" },
    },
    version: { operands: "" },
  },
};
