import type { Use } from "../program.ts";

export const make: Use = {
  operands: "target...",
  options: {
    "-k -s -n -B --keep-going --silent --dry-run --always-make --no-print-directory":
      "changes how targets are built and printed",
    "-j --jobs =number?": "builds several targets at once",
    "--version": "prints the version",
  },
};
