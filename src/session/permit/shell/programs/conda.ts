import type { Use } from "../program.ts";

/** `conda`, `mamba` and `micromamba`. `run` and `create` run programs. */
export const conda: Use = {
  options: { "--version -V": "prints the version" },
  commands: { list: { operands: "name?" }, info: { operands: "" }, env: { commands: { list: { operands: "" } } } },
};
