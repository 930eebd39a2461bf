import { describe, expect, test } from "vitest";
import { matchPaths } from "../../src/activate/access/match-paths.ts";
import { bindArguments } from "../../src/activate/commands/bind-arguments.ts";
import { findReferences } from "../../src/activate/prepare/substitute/find-references.ts";
import { planFix } from "../../src/format/fix/plan-fix.ts";
import { parseCareful } from "../../src/format/parse/parse-careful.ts";
import { readPython } from "../../src/hosts/dialects/libyaml/read-libyaml.ts";
import { failureReason } from "../../src/run/process/outcome-text.ts";
import { startProcessorTimer } from "../processor-time.ts";
import { rootAt } from "../tree.ts";

/** The maximum size of a file. */
const LONG = 900_000;
const PLACE = { path: "/r/pdf/SKILL.md", directory: "/r/pdf", root: rootAt("/r") };

function careful(text: string): ReturnType<typeof parseCareful> {
  return parseCareful(PLACE, Buffer.from(text), LONG);
}

/**
 * Each row repeats text that an expression matches any number of times, and ends with text that makes the match fail.
 */
const ROWS: readonly (readonly [string, () => unknown, unknown])[] = [
  ["dots of a path", () => findReferences(`a/b${".".repeat(LONG)}x`, () => undefined), []],
  ["commas in a brace", () => matchPaths([`{${",".repeat(LONG)}`], ["a.ts"]), false],
  [
    "digits of a number",
    () =>
      bindArguments([`${"0".repeat(LONG)}x`], {
        name: "c",
        description: "",
        args: [{ name: "n", type: "number", required: true }],
      }).problems.length,
    1,
  ],
  [
    "tabs that a script prints",
    () =>
      failureReason({ ended: "exited", code: 1, stderr: `a${"\t".repeat(LONG)}b\n c`, stdout: "", reason: "" }, 1)
        .length,
    46,
  ],
  [
    "quotes behind a tool",
    () => careful(`---\nname: pdf\ndescription: x\ndisallowed-tools: [${'"'.repeat(60_000)}x"\n---\n`).skill?.name,
    "pdf",
  ],
  [
    "brackets of links",
    () => {
      const text = `${"[".repeat(LONG)}\n`;
      return planFix(PLACE.path, Buffer.from(text), careful(text).diagnostics)?.after.startsWith("---\n");
    },
    true,
  ],
  ["lines that end as on an old Macintosh", () => "broken" in readPython(`a${"\rb".repeat(LONG / 2)}`), false],
];

describe("a row of one character", () => {
  test.each(ROWS)("[P19] %s: done with in two seconds of processor time", (_, run, expected) => {
    const elapsedMs = startProcessorTimer();
    expect(run()).toEqual(expected);
    expect(elapsedMs()).toBeLessThan(2000);
  });
});
