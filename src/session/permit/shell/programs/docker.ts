import type { Use } from "../program.ts";

const PRINT = {
  "-a --all -q --quiet --no-trunc": "changes the output",
  "--format -f --filter =text": "changes the output",
};

/** Prints what runs, and builds from the project. Other commands run programs or reach the machine's files. */
export const docker: Use = {
  operands: "",
  options: { "--version -v": "prints the version" },
  commands: {
    ps: { operands: "", options: PRINT },
    images: { operands: "name?", options: PRINT },
    version: { operands: "" },
    info: { operands: "" },
    logs: {
      operands: "name",
      options: { "-t --timestamps": "changes the output", "--tail -n --since --until =text": "limits the output" },
    },
    port: { operands: "name" },
    build: {
      operands: "local",
      options: {
        "-t --tag =text": "names the image",
        "-f --file =read": "is the Dockerfile",
        "--no-cache --pull -q": "changes how it is built",
      },
    },
    compose: {
      operands: "",
      commands: {
        ps: { operands: "name...", options: PRINT },
        logs: {
          operands: "name...",
          options: { "--tail --since =text": "limits the output", "--no-color": "changes the output" },
        },
        images: { operands: "name..." },
      },
    },
  },
};
