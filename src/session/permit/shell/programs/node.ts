import type { Use } from "../program.ts";

export const node: readonly Use[] = [
  {
    operands: "script argument...",
    fed: true,
    options: { "--no-warnings --enable-source-maps": "changes what is printed" },
  },
  { needs: ["--version -v"], options: { "--version -v": "prints the version" } },
];
