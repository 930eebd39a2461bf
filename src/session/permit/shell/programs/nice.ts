import type { Use } from "../program.ts";

export const nice: Use = {
  hidden: "none",
  transparent: true,
  optionsFirst: true,
  operands: "command",
  fed: true,
  options: { "-n --adjustment =number": "changes the priority" },
};
