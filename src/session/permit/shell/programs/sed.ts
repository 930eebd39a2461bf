import type { Use } from "../program.ts";

const READING = {
  "-n -E -r -s -u -z --quiet --silent --regexp-extended --null-data --separate --posix --debug":
    "changes how the text is read and printed",
  "-e --expression =sed drops sed": "is a plain script",
};

/** `-i` with a suffix can put the old file elsewhere. */
export const sed: readonly Use[] = [
  { hidden: "none", operands: "sed read...", fed: true, options: READING },
  {
    hidden: "none",
    operands: "sed write...",
    needs: ["-i --in-place"],
    options: { ...READING, "-i --in-place": "changes the files" },
  },
];
