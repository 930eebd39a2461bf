import type { Use } from "../program.ts";

export const rmdir: Use = {
  hidden: "none",
  operands: "create...",
  options: { "-p -v --parents --verbose": "removes empty parents or prints" },
};
