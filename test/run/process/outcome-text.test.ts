/** Formats the output and the end of a command. */
import { describe, expect, test } from "vitest";
import type { CommandOutcome } from "../../../src/model/conversation/control.ts";
import { failureReason, outputText } from "../../../src/run/process/outcome-text.ts";

const outcome = (more: Partial<CommandOutcome>): CommandOutcome => ({
  ended: "exited",
  code: 0,
  stdout: "",
  stderr: "",
  ...more,
});

test.each<[string, Partial<CommandOutcome>, string]>([
  ["nothing", {}, ""],
  ["its output", { stdout: "a\n\n" }, "a"],
  ["its errors, marked", { stderr: "b\n" }, "[stderr]\nb"],
  ["both, with the output first", { stdout: "a\n", stderr: "b\n" }, "a\n[stderr]\nb"],
  [
    "that something is missing",
    { stdout: "a", ended: "too-much-output", code: null },
    "a\n[cut: the output is longer than the limit]",
  ],
])("[F22] the text of a command is %s", (_, more, expected) => {
  expect(outputText(outcome(more))).toBe(expected);
});

describe("[F22] the reason of a failure", () => {
  test.each<[Partial<CommandOutcome>, string]>([
    [{ code: 3 }, "exit code 3"],
    [{ code: 3, stderr: "no\n  such file\n" }, 'exit code 3; it says: "no\\n  such file"'],
    [{ code: 3, stdout: "said" }, 'exit code 3; it says: "said"'],
    [{ code: 3, stdout: "said", stderr: "complained" }, 'exit code 3; it says: "complained"'],
    [{ code: null }, "it was killed"],
    [{ ended: "timed-out", code: null }, "it took longer than 2 seconds"],
    [{ ended: "timed-out", code: null, stderr: "slow" }, 'it took longer than 2 seconds; it says: "slow"'],
    [{ ended: "too-much-output", code: null }, "its output is longer than the limit"],
    [{ ended: "aborted", code: null }, "it was stopped"],
    [{ ended: "not-started", code: null }, "it could not be started"],
    [{ ended: "not-started", code: null, reason: "there is no sandbox" }, "there is no sandbox"],
  ])("of %j is %s", (more, expected) => {
    expect(failureReason(outcome(more), 2000)).toBe(expected);
  });

  test("quotes 500 characters at most", () => {
    expect(failureReason(outcome({ code: 1, stderr: "x".repeat(501) }), 1)).toBe(
      `exit code 1; it says: "${"x".repeat(500)}…" (501 characters)`,
    );
  });
});
