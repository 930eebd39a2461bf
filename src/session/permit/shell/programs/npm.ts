import type { Use } from "../program.ts";

const SCRIPT = {
  operands: "npmScript?",
  afterDashes: "argument...",
  options: { "-s --silent --if-present --workspaces": "changes what is printed and which scripts run" },
} satisfies Use;
const TEST = { ...SCRIPT, operands: "" } satisfies Use;

/** Scripts of the project, and dependencies that its lockfile pins. Npm reads settings from options in any spelling, so no others are granted. */
export const npm: Use = {
  options: { "--version -v": "prints the version" },
  commands: {
    run: SCRIPT,
    "run-script": SCRIPT,
    test: TEST,
    t: TEST,
    start: TEST,
    ci: {
      operands: "",
      options: {
        "--no-audit --no-fund --ignore-scripts --prefer-offline --offline --silent --no-progress":
          "installs less or prints less",
        "--omit --include =name": "chooses dependencies",
      },
    },
    ls: {
      operands: "name...",
      options: { "--all --json --long -a": "changes the output", "--depth =number": "limits the output" },
    },
    outdated: { operands: "name...", options: { "--json --long": "changes the output" } },
    audit: { operands: "", options: { "--json": "changes the output", "--audit-level =word": "chooses problems" } },
    view: { operands: "package name...", options: { "--json": "changes the output" } },
  },
};
