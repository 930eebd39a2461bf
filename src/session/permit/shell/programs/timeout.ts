import type { Use } from "../program.ts";

export const timeout: Use = {
  hidden: "none",
  transparent: true,
  optionsFirst: true,
  operands: "number command",
  fed: true,
  options: {
    "-k --kill-after -s --signal =text": "ends the command",
    "-v --foreground --preserve-status --verbose": "changes how the command ends",
  },
};
