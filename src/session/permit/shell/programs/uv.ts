import type { Use } from "../program.ts";
import { pip } from "./pip.ts";

export const uv: Use = {
  options: { "--version -V": "prints the version" },
  commands: {
    pip,
    sync: {
      operands: "",
      needs: ["--frozen --locked"],
      options: { "--frozen --locked --offline --no-dev": "installs less" },
    },
    tree: { operands: "" },
  },
};
