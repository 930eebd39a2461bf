import type { Use } from "../program.ts";

export const unzip: readonly Use[] = [
  {
    hidden: "none",
    optionsFirst: true,
    operands: "read text...",
    needs: ["-l -v -t -Z"],
    options: { "-l -v -t -Z -q": "lists or tests an archive" },
  },
  {
    hidden: "none",
    operands: "read text...",
    needs: ["-d"],
    brings: true,
    options: { "-q -o -n -j": "replaces files or not", "-d =into": "is the directory that the files are put into" },
  },
];
