import type { Use } from "../program.ts";

/** `env NAME=value program`. Its options can change the directory or the program, so none is granted. */
export const env: Use = {
  hidden: "none",
  transparent: true,
  optionsFirst: true,
  operands: "setting... command",
  fed: true,
};
