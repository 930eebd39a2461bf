import type { Use } from "../program.ts";

/** `poetry`, `pipenv` and `hatch`. Without a lockfile, `install` and `build` fetch packages that nothing pins. */
export const poetry: Use = {
  options: { "--version -V": "prints the version" },
  commands: {
    check: { operands: "" },
    show: { operands: "name?", options: { "--tree --outdated": "changes the output" } },
  },
};
