import { expect, test } from "vitest";
import { compareCapabilities } from "../../src/install/approval-need.ts";
import type { Capabilities } from "../../src/model/rules/audit.ts";

const NONE: Capabilities = {
  ...{ tools: [], scripts: [], hosts: [], hooks: [], shell: [], secrets: [], outside: [], binaries: [] },
};

test("[Y5] a capability that moves to another kind is a new one, and a script is named with its language", () => {
  const before: Capabilities = { ...NONE, outside: ["x.test"], secrets: ["TOKEN"] };
  const after: Capabilities = {
    ...NONE,
    hosts: ["x.test"],
    secrets: ["TOKEN"],
    scripts: [{ path: "run.sh", language: "shell" }],
  };
  expect(compareCapabilities(before, after)).toEqual({
    added: [
      { kind: "scripts", what: "run.sh (shell)" },
      { kind: "hosts", what: "x.test" },
    ],
    removed: [{ kind: "outside", what: "x.test" }],
  });
});
