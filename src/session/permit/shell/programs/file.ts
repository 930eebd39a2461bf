import type { Use } from "../program.ts";

export const file: Use = {
  hidden: "none",
  operands: "read...",
  options: { "-b -i -h -k -r -0 --brief --mime --mime-type --mime-encoding --no-dereference": "changes the output" },
};
