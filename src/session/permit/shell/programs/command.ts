import type { Use } from "../program.ts";

export const command: readonly Use[] = [
  { transparent: true, optionsFirst: true, operands: "command", fed: true },
  { operands: "name...", needs: ["-v -V"], options: { "-v -V": "prints where a program is" } },
];
