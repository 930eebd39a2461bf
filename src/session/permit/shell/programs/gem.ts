import type { Use } from "../program.ts";

export const gem: Use = {
  options: { "--version -v": "prints the version" },
  commands: {
    list: { operands: "name?" },
    search: { operands: "name" },
    outdated: { operands: "" },
    environment: { operands: "" },
  },
};
