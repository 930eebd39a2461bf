import type { Use } from "../program.ts";

export const sevenZip: Use = {
  commands: {
    l: { hidden: "none", operands: "read" },
    t: { hidden: "none", operands: "read" },
    x: {
      hidden: "none",
      operands: "read",
      needs: ["-o"],
      brings: true,
      options: { "-o =unpacked?": "is the directory that the files are put into", "-y": "replaces files there" },
    },
  },
};
