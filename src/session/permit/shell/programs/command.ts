import type { Use } from "../program.ts";

export const command: readonly Use[] = [
  { hidden: "none", transparent: true, optionsFirst: true, operands: "command", fed: true },
  { hidden: "none", operands: "name...", needs: ["-v -V"], options: { "-v -V": "prints where a program is" } },
];
