import type { Use } from "../program.ts";

export const tee: Use = {
  hidden: "none",
  operands: "output...",
  fed: true,
  options: { "-a -i --append": "keeps the content of the file" },
};
