import type { Use } from "../program.ts";

/** Interpreters of which only a script in the project, and the version, is granted. */
export const interpreters: readonly Use[] = [
  { operands: "script argument...", fed: true },
  { needs: ["--version -v -V"], options: { "--version -v -V": "prints the version" } },
];
