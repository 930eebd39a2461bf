import type { Use } from "../program.ts";

/** `bash`, `sh`, `zsh` and `dash`. The line of `sh -c` is judged like any other line. */
export const shells: readonly Use[] = [
  { operands: "script argument...", fed: true, options: { "-e -u -x -v": "stops at errors or prints commands" } },
  { needs: ["--version"], options: { "--version": "prints the version" } },
];
