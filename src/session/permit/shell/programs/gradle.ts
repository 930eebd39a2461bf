import type { Use } from "../program.ts";

/** Tasks that build and test. Others can publish, or run any program. */
export const gradle: Use = {
  operands: "task...",
  options: { "--quiet -q --info --stacktrace --offline --no-daemon": "changes the output" },
};
