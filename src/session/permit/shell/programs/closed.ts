import type { Use } from "../program.ts";

/** Programs whose operands cannot be judged: code, commands for another machine, or files for a program with commands of its own. */
export const closed: Use = { needs: ["--version -V"], options: { "--version -V": "prints the version" } };
