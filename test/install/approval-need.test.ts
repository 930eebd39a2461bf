import { expect, test } from "vitest";
import {
  type ApprovalRules,
  compareBundles,
  compareCapabilities,
  decideApproval,
} from "../../src/install/approval-need.ts";
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

test("[Y5] a file whose mode alone changes has its bytes before and after", () => {
  const bundle = (executable: boolean) => ({ files: [{ path: "run.sh", bytes: Buffer.from("x"), executable }] });
  const [before, after] = [bundle(false), bundle(true)];
  expect([compareBundles(before, after), compareBundles(after, after)]).toEqual([
    [{ path: "run.sh", kind: "mode", before: before.files[0], after: after.files[0] }],
    [],
  ]);
});

test("[Y5] what a policy denies needs no approval, and the rule is the reason", () => {
  const ruled = { decision: "deny", reason: "not from here", from: "/etc/policy.yaml" } as const;
  const facts = {
    findings: [],
    gained: [],
    isNew: true,
    downgraded: ["it is not signed any more"],
    ruled: ruled as never,
  };
  const { need, because } = decideApproval(facts, { yesUpTo: "high", signatures: {} } as unknown as ApprovalRules);
  expect([need, because]).toEqual(["denied", ["policy: not from here (/etc/policy.yaml)"]]);
});
