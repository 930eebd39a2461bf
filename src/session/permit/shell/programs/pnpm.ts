import type { Use } from "../program.ts";

const INSTALL = {
  operands: "",
  needs: ["--frozen-lockfile"],
  options: {
    "--frozen-lockfile --offline --prefer-offline --ignore-scripts --prod -P -D --silent":
      "installs less or prints less",
  },
} satisfies Use;

/** `pnpm` and `yarn`: scripts of the project, and dependencies that its lockfile pins. `yarn` alone installs others, too. */
export const pnpm: Use = {
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
