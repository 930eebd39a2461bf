import type { Use } from "../program.ts";

const WHERE = {
  "--region --profile --output =name": "chooses what is printed",
  "--query =jmesPath": "changes the output",
  "--no-paginate --no-cli-pager": "changes the output",
};
const LIST = { operands: "", options: WHERE } satisfies Use;

export const aws: Use = {
  options: { ...WHERE, "--version": "prints the version" },
  commands: {
    sts: { commands: { "get-caller-identity": LIST } },
    s3: {
      commands: {
        ls: {
          operands: "text?",
          options: { ...WHERE, "--recursive --human-readable --summarize": "changes the output" },
        },
      },
    },
    ec2: {
      commands: {
        "describe-instances": LIST,
        "describe-regions": LIST,
        "describe-vpcs": LIST,
        "describe-subnets": LIST,
      },
    },
    lambda: { commands: { "list-functions": LIST } },
    cloudformation: { commands: { "list-stacks": LIST, "describe-stacks": LIST } },
    logs: { commands: { "describe-log-groups": LIST } },
  },
};
