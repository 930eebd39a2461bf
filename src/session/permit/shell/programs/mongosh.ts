import type { Use } from "../program.ts";

/** Its operands are addresses of databases and scripts, and `--eval` runs code. */
export const mongosh: Use = { needs: ["--version"], options: { "--version": "prints the version" } };
