import type { Use } from "../program.ts";

const BUILD = {
  operands: "name?",
  afterDashes: "argument...",
  options: {
    "--release --all --workspace --all-features --no-default-features --all-targets --lib --bins --tests --examples --doc":
      "chooses what is built",
    "-v -q --verbose --quiet --locked --offline --frozen --no-run --no-fail-fast": "changes how it is built",
    "-p --package -F --features --bin --test --example --profile --exclude =name": "chooses what is built",
    "-j --jobs =number": "builds several parts at once",
    "--message-format --color =name": "changes the output",
  },
} satisfies Use;

export const cargo: Use = {
  operands: "",
  options: { "--version -V": "prints the version" },
  commands: {
    build: BUILD,
    b: BUILD,
    test: BUILD,
    t: BUILD,
    check: BUILD,
    c: BUILD,
    clippy: BUILD,
    run: BUILD,
    bench: BUILD,
    doc: BUILD,
    fmt: { operands: "", options: { "--all --check": "chooses what is formatted" } },
    tree: { operands: "", options: { "-d --duplicates": "changes the output" } },
    metadata: {
      operands: "",
      options: { "--no-deps --offline": "changes the output", "--format-version =number": "changes the output" },
    },
  },
};
