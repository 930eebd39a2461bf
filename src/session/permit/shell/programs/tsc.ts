import type { Use } from "../program.ts";

export const tsc: Use = {
  operands: "read...",
  options: {
    "--noEmit --pretty --strict --build -b --listFiles --version -v": "checks types",
    "-p --project =read": "is the project's settings",
  },
};
