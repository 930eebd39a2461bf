import { expect, test } from "vitest";
import { escapeEvidence } from "../../../src/trust/audit/finding.ts";

test("[G1] evidence is one visible line without spaces around it", () => {
  expect([" plain ", " a\u0007b\n", "x".repeat(300)].map((text) => escapeEvidence(text, 200))).toEqual([
    "plain",
    "a\\u{7}b",
    `${"x".repeat(200)}…`,
  ]);
});
