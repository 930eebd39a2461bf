import type { Use } from "../program.ts";

export const psql: Use = {
  operands: "name?",
  needs: ["-c --command -l --list --version"],
  options: {
    "-c --command =sql": "is a plain query",
    "-d --dbname -U --username =name": "chooses the database",
    "-A -t -x -q -l --list --csv --tuples-only --no-align --version": "changes the output",
  },
};
