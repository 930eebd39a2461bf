import type { Use } from "../program.ts";

/** The line then is in another directory of the project; paths are judged from both. */
export const cd: Use = { hidden: "none", operands: "directory" };
