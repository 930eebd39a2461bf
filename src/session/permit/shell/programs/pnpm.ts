import type { Use } from "../program.ts";

const INSTALL = {
  operands: "",
  options: {
    "--frozen-lockfile --offline --prefer-offline --ignore-scripts --prod -P -D --silent":
      "installs less or prints less",
  },
} satisfies Use;

/** `pnpm` and `yarn`: scripts and dependencies that the project names. */
export const pnpm: Use = {
  operands: "",
  options: { "--version -v": "prints the version" },
  commands: {
    run: { operands: "npmScript", afterDashes: "argument..." },
    test: { operands: "", afterDashes: "argument..." },
    install: INSTALL,
    i: INSTALL,
    list: {
      operands: "name...",
      options: { "--json --prod --dev": "changes the output", "--depth =number": "limits the output" },
    },
    why: { operands: "name" },
    outdated: { operands: "name..." },
  },
};
