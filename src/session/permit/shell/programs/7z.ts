import type { Use } from "../program.ts";

export const sevenZip: Use = {
  commands: {
    l: { operands: "read" },
    t: { operands: "read" },
    x: {
      operands: "read",
      needs: ["-o"],
      brings: true,
      options: { "-o =into?": "is the directory that the files are put into", "-y": "replaces files there" },
    },
  },
};
