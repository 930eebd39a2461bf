import type { Use } from "../program.ts";

/** Checks the project's files. Other commands change resources or print secrets. */
export const terraform: Use = {
  commands: {
    version: { operands: "" },
    validate: { style: "words", operands: "", options: { "-json -no-color": "changes the output" } },
    fmt: {
      style: "words",
      operands: "write...",
      options: { "-check -diff -recursive": "changes files of the project or the output" },
    },
  },
};
