import type { Use } from "../program.ts";

/** `poetry`, `pipenv` and `hatch`: dependencies that the project names. `run`, `shell` and `config` run programs or change settings. */
export const poetry: Use = {
  options: { "--version -V": "prints the version" },
  commands: {
    install: {
      operands: "",
      options: { "--no-root --sync --quiet -q --no-interaction -n": "installs less or prints less" },
    },
    build: { operands: "", options: { "--quiet -q": "prints less" } },
    check: { operands: "" },
    show: { operands: "name?", options: { "--tree --outdated": "changes the output" } },
    lock: { operands: "" },
  },
};
