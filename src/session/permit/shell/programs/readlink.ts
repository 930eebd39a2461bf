import type { Use } from "../program.ts";

export const readlink: Use = {
  hidden: "none",
  operands: "look...",
  options: { "-f -e -m -n -q -z --canonicalize": "changes the output" },
};
