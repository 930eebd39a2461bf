import type { Use } from "../program.ts";

export const zip: Use = {
  hidden: "none",
  operands: "write read...",
  options: { "-r -q -v -j -9 -1 -0 --recurse-paths --quiet": "packs directories, compresses or prints" },
};
