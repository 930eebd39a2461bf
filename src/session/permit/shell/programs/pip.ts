import type { Use } from "../program.ts";

/** Only lists packages: no lockfile pins what `install` fetches, not even with `-r`. */
export const pip: Use = {
  operands: "",
  options: { "--version -V": "prints the version" },
  commands: {
    list: { operands: "", options: { "--outdated -o": "chooses packages", "--format =name": "changes the output" } },
    freeze: { operands: "" },
    show: { operands: "name...", options: { "-f --files": "prints file names" } },
    check: { operands: "" },
  },
};
