import type { Use } from "../program.ts";

export const mysql: Use = {
  operands: "name?",
  needs: ["-e --execute --version"],
  options: {
    "-e --execute =sql": "is a plain query",
    "-N -B -t --batch --skip-column-names --version": "changes the output",
  },
};
