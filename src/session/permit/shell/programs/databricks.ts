import type { Use } from "../program.ts";

const OUTPUT = { "-o --output =name": "changes the output", "-p --profile =name": "chooses the workspace" };

export const databricks: Use = {
  options: { ...OUTPUT, "--version -v": "prints the version" },
  commands: {
    jobs: { commands: { list: { operands: "", options: OUTPUT }, get: { operands: "number", options: OUTPUT } } },
    clusters: { commands: { list: { operands: "", options: OUTPUT }, get: { operands: "name", options: OUTPUT } } },
    workspace: { commands: { list: { operands: "text", options: OUTPUT } } },
    "current-user": { commands: { me: { operands: "", options: OUTPUT } } },
  },
};
