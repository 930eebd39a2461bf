import type { Use } from "../program.ts";

export const vercel: Use = {
  options: { "--version -v": "prints the version" },
  commands: {
    ls: { operands: "name?" },
    list: { operands: "name?" },
    whoami: { operands: "" },
    inspect: { operands: "name" },
  },
};
