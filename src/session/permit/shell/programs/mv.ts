import type { Use } from "../program.ts";

export const mv: Use = {
  hidden: "none",
  brings: true,
  operands: "move move... destination",
  options: { "-f -i -n -u -v --force --no-clobber --update --verbose": "changes when a file is replaced" },
};
