/** Any text is a valid input for the parser, and the two readers of plain lines agree. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { namesOfDirectory } from "../../../src/session/permit/paths/directory-names.ts";
import { readCall } from "../../../src/session/permit/read-call.ts";
import { findGrantingRule } from "../../../src/session/permit/rules/find-granting-rule.ts";
import { readRule } from "../../../src/session/permit/rules/read-rule.ts";
import { readRemoval } from "../../../src/session/permit/rules/removes.ts";
import { readToolRules } from "../../../src/session/permit/rules/rule-set.ts";
import { LinePaths } from "../../../src/session/permit/shell/line-paths.ts";
import { parseLine } from "../../../src/session/permit/shell/read/parse-line.ts";
import { splitPlainLine } from "../../../src/session/permit/shell/read/read-shell-line.ts";
import { isPlainlyGranted, whyLineAsks } from "../../../src/session/permit/shell/why-line-asks.ts";
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
    const rules = readToolRules(["Bash(git *)", "Bash(echo *)", "Write"]);
    const removal = readRemoval(["Bash(rm *)"]);
    await fc.assert(
      fc.asyncProperty(anything, async (command) => {
        const verdict = async () => {
          const call = await readCall("Bash", "shell", { command });
          return [findGrantingRule(rules, call, around), removal.removes(call, around)];
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
        expect(findGrantingRule(readToolRules(["Bash(ls *)"]), call, around)).toHaveProperty("reason");
      }),
    );
  });
});

test("[B15] a plain line is read alike with and without the parser", () => {
  const plain = fc
    .array(fc.stringMatching(/^[A-Za-z0-9_./:@%+,=-]{1,8}$/), { minLength: 1, maxLength: 8 })
    .map((words) => words.join("  "));
  fc.assert(
    fc.property(fc.oneof(plain, line), (text) => {
      const quick = splitPlainLine(text);
      if (quick === undefined || "unproven" in quick) return;
      expect(parseLine(text)).toEqual({ commands: quick.commands });
    }),
    { numRuns: 2000 },
  );
});

test("[B15] a line that is granted at once is also proven", () => {
  const programs = ["git", "cp", "curl", "npm", "cd", "env", "sed", "ls", "make", "unheard-of"];
  const word = fc.constantFrom(
    ...programs,
    "-c",
    "-o",
    ".git/config",
    "--exec=x",
    "add",
    "x=y",
    "exec",
    "src/a",
    "id_rsa",
    "secrets",
    "item",
  );
  const rule = fc.constantFrom(
    ...programs.flatMap((each) => [`Bash(${each} *)`, `Bash(${each} add)`, `Bash(${each}*)`]),
  );
  const { filter } = namesOfDirectory(around);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), fc.array(rule, { maxLength: 4 }), (words, rules) => {
      const read = splitPlainLine(words.join(" "));
      const about = readToolRules(rules).about("Bash", "shell");
      if (read === undefined || about === undefined) return;
      if (!isPlainlyGranted(read, about.plain, filter)) return;
      const paths = new LinePaths(around, () => false);
      const grants = {
        patterns: about.patterns,
        paths,
        plain: new Map<string, readonly string[]>(),
        whySpelledAsks: () => "no",
      };
      expect(whyLineAsks(read, grants)).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});
