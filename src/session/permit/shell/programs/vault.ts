import type { Use } from "../program.ts";

/** Nearly everything else that it prints is a secret. */
export const vault: Use = {
  options: { "--version -v": "prints the version" },
  commands: { status: { operands: "" }, version: { operands: "" } },
};
