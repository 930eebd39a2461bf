import type { Use } from "../program.ts";

const WHERE = {
  "--project --region --zone =name": "chooses what is printed",
  "--format --filter =text": "changes the output",
  "--limit =number": "limits the output",
};
const LIST = { operands: "", options: WHERE } satisfies Use;

export const gcloud: Use = {
  options: { ...WHERE, "--version": "prints the version" },
  commands: {
    projects: { commands: { list: LIST } },
    config: { commands: { list: LIST } },
    compute: {
      commands: {
        instances: { commands: { list: LIST } },
        zones: { commands: { list: LIST } },
        regions: { commands: { list: LIST } },
      },
    },
    run: { commands: { services: { commands: { list: LIST } } } },
    services: { commands: { list: LIST } },
    version: { operands: "" },
  },
};
