import type { Use } from "../program.ts";

export const composer: Use = {
  options: { "--version -V": "prints the version" },
  commands: {
    validate: { operands: "" },
    show: { operands: "package?" },
    outdated: { operands: "" },
  },
};
