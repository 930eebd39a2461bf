import type { Use } from "../program.ts";

export const composer: Use = {
  options: { "--version -V": "prints the version" },
  commands: {
    install: { operands: "", options: { "--no-dev --no-interaction -n --quiet -q": "installs less or prints less" } },
    validate: { operands: "" },
    show: { operands: "package?" },
    outdated: { operands: "" },
  },
};
