/** Checks a model's text about a script that it ran. */
import { expect, test } from "vitest";
import type { ScriptAnswer } from "../../../src/model/conversation/control.ts";
import { scriptReply } from "../../../src/session/conversation/parts/script-answer.ts";

test("a refused script: the reason and the fix", () => {
  const refused = { code: "SK430", reason: "scripts are off", help: "run `skillwright trust`" } as const;
  expect(scriptReply("pdf", "scripts/fill.py", { refused })).toEqual({
    text: "The script `scripts/fill.py` was not run: scripts are off. Run `skillwright trust`.",
    isError: true,
    refusal: { asked: "pdf", candidates: [], ...refused },
  });
});

const ran = (said: string, failed?: string): ScriptAnswer => ({
  outcome: { ended: "exited", code: failed === undefined ? 0 : 2, stdout: said, stderr: "" },
  said,
  ...(failed === undefined ? {} : { failed }),
  interpreter: "python3",
  digest: "sha256:0",
});

test("a script that failed, and a script without output", () => {
  expect(scriptReply("pdf", "a.py", ran("", "exit code 2"))).toEqual({
    text: "The script `a.py` failed: exit code 2.",
    isError: true,
  });
  expect(scriptReply("pdf", "a.py", ran(""))).toEqual({
    text: "The script `a.py` succeeded without output.",
    isError: false,
  });
});
