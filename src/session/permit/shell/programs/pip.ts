import type { Use } from "../program.ts";

const FILE = {
  "-r --requirement =read": "names the packages",
  "-q --quiet --no-cache-dir --upgrade -U --user --no-deps": "installs less or prints less",
};

/** Packages that a file of the project names. A package that only the line names can be anyone's. */
export const pip: Use = {
  operands: "",
  options: { "--version -V": "prints the version" },
  commands: {
    install: { operands: "", needs: ["-r --requirement"], options: FILE },
    list: { operands: "", options: { "--outdated -o": "chooses packages", "--format =name": "changes the output" } },
    freeze: { operands: "" },
    show: { operands: "name...", options: { "-f --files": "prints file names" } },
    check: { operands: "" },
  },
};
