import type { Use } from "../program.ts";

export const mkdir: Use = {
  hidden: "none",
  operands: "create...",
  options: { "-p -v --parents --verbose": "creates parents or prints" },
};
