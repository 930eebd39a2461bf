import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patchText } from "../../../../src/ops/answers/plans/patch-text.ts";
import { startProcessorTimer } from "../../../processor-time.ts";

describe("the difference of two texts", () => {
  test("[Y14] [O8] is a patch that makes the one of the other", () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "c\n", "\n", "d"), { maxLength: 20 })
      .map((lines) => lines.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyPatch(before, patchText("x", before, after))).toBe(after);
      }),
    );
  });

  test("[Y14] [O8] of 30,000 lines that all changed it is found in no time", () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `${at}`);
    const [before, after] = [lines.join("\r\n"), `${lines.join("\n")}\n`];
    const elapsedMs = startProcessorTimer();
    const patch = patchText("x", before, after, { before: "old", after: "new" });
    expect(elapsedMs()).toBeLessThan(5000);
    const shown = patch.split("\n");
    expect(shown.slice(2, 6)).toEqual(["--- x\told", "+++ x\tnew", "@@ -1,30000 +1,30000 @@", "-0\r"]);
    expect(shown.slice(30_004, 30_007)).toEqual(["-29999", "\\ No newline at end of file", "+0"]);
    // The library would otherwise give the patch the line ends of the file.
    expect(applyPatch(before, patch, { autoConvertLineEndings: false })).toBe(after);
  });
});
