import type { Use } from "../program.ts";

export const python: readonly Use[] = [
  {
    operands: "script argument...",
    fed: true,
    options: { "-u -B -E -I -O -s": "changes buffering, caching and isolation" },
  },
  {
    needs: ["-m"],
    options: { "-u -B -E -I -O -s": "changes buffering, caching and isolation", "-m =module": "is the program" },
  },
  { needs: ["--version -V"], options: { "--version -V": "prints the version" } },
];
