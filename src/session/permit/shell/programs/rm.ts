import type { Use } from "../program.ts";

export const rm: Use = {
  hidden: "none",
  operands: "tree...",
  options: { "-r -R -f -i -I -v -d --recursive --force --verbose --dir": "removes directories, asks or prints" },
};
