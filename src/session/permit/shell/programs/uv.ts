import type { Use } from "../program.ts";
import { pip } from "./pip.ts";

export const uv: Use = {
  options: { "--version -V": "prints the version" },
  commands: {
    pip,
    sync: { operands: "", options: { "--frozen --locked --offline --no-dev": "installs less" } },
    tree: { operands: "" },
  },
};
