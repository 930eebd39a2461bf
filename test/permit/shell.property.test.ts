/** Any text as a command line, and the two readers of plain ones. */
import fc from "fast-check";
import { parse } from "unbash";
import { describe, expect, test } from "vitest";
import { covers } from "../../src/permit/covers.ts";
import { readCall } from "../../src/permit/read-call.ts";
import { readRule } from "../../src/permit/read-rule.ts";
import { readRemoval } from "../../src/permit/removes.ts";
import { readRules } from "../../src/permit/rule-set.ts";
import { readLine } from "../../src/permit/shell/read-line.ts";
import { splitPlain } from "../../src/permit/shell/split-plain.ts";
import { line } from "./lines.ts";
import { around } from "./surroundings.ts";

const anything = fc.oneof(line, fc.string({ unit: "binary", maxLength: 200 }), fc.string({ maxLength: 200 }));

describe("[B15] any text", () => {
  test("is a rule or a problem, the same twice", () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(readRule(text)).toEqual(readRule(text));
      }),
    );
  });

  test("is a line with a verdict, the same twice", async () => {
    const rules = readRules(["Bash(git *)", "Bash(echo *)", "Write"]);
    const removal = readRemoval(["Bash(rm *)"]);
    await fc.assert(
      fc.asyncProperty(anything, async (command) => {
        const verdict = async () => {
          const call = await readCall("Bash", "shell", { command });
          return [covers(rules, call, around), removal.removes(call, around)];
        };
        expect(await verdict()).toEqual(await verdict());
      }),
      { numRuns: 1000 },
    );
  });

  test("that is granted by a rule is not granted without it", async () => {
    await fc.assert(
      fc.asyncProperty(line, async (command) => {
        const call = await readCall("Bash", "shell", { command });
        expect(covers(readRules(["Bash(ls *)"]), call, around)).toHaveProperty("reason");
      }),
    );
  });
});

test("[B16] a plain line is read alike with and without the parser", () => {
  const plain = fc
    .array(fc.stringMatching(/^[A-Za-z0-9_./:@%+,=-]{1,8}$/), { minLength: 1, maxLength: 8 })
    .map((words) => words.join("  "));
  fc.assert(
    fc.property(fc.oneof(plain, line), (text) => {
      const quick = splitPlain(text);
      if (quick) expect(readLine(text, parse)).toEqual(quick);
    }),
    { numRuns: 2000 },
  );
});
