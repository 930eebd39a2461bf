import type { Use } from "../program.ts";

/** Dependencies that are already on the machine. `exec`, `config` and `plugin` run programs. */
export const bundle: Use = {
  options: { "--version -v": "prints the version" },
  commands: {
    install: {
      operands: "",
      needs: ["--local"],
      options: { "--quiet --local": "installs less or prints less", "--jobs =number": "installs several at once" },
    },
    list: { operands: "" },
    check: { operands: "" },
    outdated: { operands: "name..." },
    show: { operands: "name?" },
  },
};
