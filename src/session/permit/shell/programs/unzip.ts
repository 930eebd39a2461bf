import type { Use } from "../program.ts";

const EXTRACTING = { hidden: "none", needs: ["-d"], brings: true } as const;
const REPLACING = { "-q -o -n -j": "replaces files or not" };

/** Extracts only files that the line names. A whole archive can contain protected names. */
export const unzip: readonly Use[] = [
  {
    hidden: "none",
    optionsFirst: true,
    operands: "read text...",
    needs: ["-l -v -t -Z"],
    options: { "-l -v -t -Z -q": "lists or tests an archive" },
  },
  {
    ...EXTRACTING,
    operands: "read member member...",
    options: { ...REPLACING, "-d =into": "is the directory that the files are put into" },
  },
  {
    ...EXTRACTING,
    operands: "read",
    options: { ...REPLACING, "-d =unpacked": "is the directory that the archive is put into" },
  },
];
