import type { Use } from "../program.ts";

const BUILD = {
  style: "words",
  operands: "local...",
  options: {
    "-v -race -x -n -a -cover -short -json -failfast -trimpath": "changes how packages are built and printed",
    "-o =place": "is the program that is built",
    "-run -bench -tags -timeout -skip =text": "chooses what is tested",
    "-count -p -parallel =number": "repeats tests or runs several at once",
  },
} satisfies Use;

/** Packages of the project. A package with another path is fetched and run. */
export const go: Use = {
  operands: "",
  commands: {
    build: BUILD,
    test: BUILD,
    vet: {
      style: "words",
      operands: "local...",
      options: { "-v -json": "changes the output", "-tags =text": "chooses files" },
    },
    fmt: { operands: "local..." },
    run: { style: "words", operands: "local", options: { "-race": "changes how the package is built" } },
    list: {
      style: "words",
      operands: "local...",
      options: { "-json -deps -test -m": "changes the output", "-f =text": "changes the output" },
    },
    version: { operands: "" },
    env: { style: "words", operands: "name...", options: { "-json": "changes the output" } },
    mod: {
      commands: {
        download: { operands: "" },
        verify: { operands: "" },
        graph: { operands: "" },
      },
    },
  },
};
