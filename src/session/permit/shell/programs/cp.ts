import type { Use } from "../program.ts";

const COPYING = {
  "-f -i -n -p -u -v --force --no-clobber --update --verbose --preserve": "changes when a file is replaced",
};

/** Copies inside of the project. `-t`, `-l`, `-s` and `--backup` choose other targets. */
export const cp: readonly Use[] = [
  { hidden: "none", operands: "copy copy... place", options: COPYING },
  {
    hidden: "none",
    brings: true,
    operands: "copy copy... into",
    needs: ["-r -R -a --recursive --archive"],
    options: { ...COPYING, "-r -R -a --recursive --archive": "copies directories" },
  },
];
