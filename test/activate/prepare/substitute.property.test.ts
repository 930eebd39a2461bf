/** Hostile bodies and arguments: values are inserted unchanged, other text stays, and the time is bounded. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findReferences } from "../../../src/activate/prepare/substitute/find-references.ts";
import { PLACEHOLDER_SYNTAXES } from "../../../src/activate/prepare/substitute/placeholder-syntax.ts";
import { splitArguments } from "../../../src/activate/prepare/substitute/split-arguments.ts";
import { substitute } from "../../../src/activate/prepare/substitute/substitute.ts";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { skillwright } from "../../../src/hosts/profiles/skillwright.ts";
import type { ArgumentRule } from "../../../src/model/host-profile.ts";
import { startProcessorTimer } from "../../processor-time.ts";

const PARTS = [
  "$ARGUMENTS",
  "$ARGUMENTS[0]",
  "$ARGUMENTS[",
  "$0",
  "$1",
  "$12",
  "$name",
  "$na",
  "${SKILL_DIR}",
  "${",
  "{{workspace}}",
  "\\",
  "\\\\",
  "$",
  "$$",
  "!",
  "`",
  "``",
  "```",
  "```!",
  "~~~",
  "!`",
  "\n",
  " ",
  "\t",
  "x",
  "é",
  "😀",
  "\ud800",
  '"',
  "'",
  "[0]",
  "]",
  "scripts/a.sh",
  "./",
  "../",
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 60 })
  .map((parts) => parts.join(""));
const rules = fc.constantFrom(...new Set(PROFILES.map((profile) => profile.arguments)));
const VARIABLES = { "${SKILL_DIR}": "/s", "{{workspace}}": "/w" };

describe("[Q15] substitution of any text with any arguments", () => {
  test("always gives a result, and the same result twice", () => {
    fc.assert(
      fc.property(hostile, fc.option(hostile, { nil: undefined }), rules, (body, typed, rule) => {
        const once = substitute(body, { arguments: typed, names: ["name", "na"], hostPlaceholders: VARIABLES, rule });
        expect(
          substitute(body, { arguments: typed, names: ["name", "na"], hostPlaceholders: VARIABLES, rule }),
        ).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });

  test("[Q1] changes nothing without arguments, variables and commands", () => {
    const rule: ArgumentRule = { ...skillwright.arguments, shell: false };
    fc.assert(
      fc.property(hostile, (body) => {
        const { text, appended } = substitute(body, { names: [], hostPlaceholders: {}, rule });
        expect(text + appended).toBe(body);
      }),
      { numRuns: 500 },
    );
  });

  test("inserts values literally, and leaves the text between them unchanged", () => {
    // A text without dollar, backslash or backtick has no placeholders.
    const plain = hostile.map((text) => text.replace(/[$\\`]/g, "."));
    fc.assert(
      fc.property(fc.array(plain, { minLength: 2, maxLength: 6 }), hostile, (between, typed) => {
        fc.pre(typed.trim() !== "");
        const body = between.join("$ARGUMENTS");
        fc.pre(!/\$ARGUMENTS\[\d+\]/.test(body));
        const { text, appended, shell } = substitute(body, {
          arguments: typed,
          names: [],
          hostPlaceholders: {},
          rule: skillwright.arguments,
        });
        expect({ text, appended, shell }).toEqual({ text: between.join(typed), appended: "", shell: [] });
      }),
      { numRuns: 500 },
    );
  });

  test("finds the same commands with any arguments as without arguments", () => {
    fc.assert(
      fc.property(hostile, hostile, (body, typed) => {
        const given = { names: ["name"], hostPlaceholders: VARIABLES, rule: skillwright.arguments };
        expect(substitute(body, { ...given, arguments: typed }).shell).toEqual(substitute(body, given).shell);
      }),
      { numRuns: 500 },
    );
  });

  test("[Q14] never exceeds the maximum length, and returns where the rest begins", () => {
    fc.assert(
      fc.property(hostile, hostile, fc.nat(80), (body, typed, maxChars) => {
        const given = { arguments: typed, names: [], hostPlaceholders: VARIABLES, rule: skillwright.arguments };
        const whole = substitute(body, given).text;
        const { text, cut } = substitute(body, { ...given, maxChars });
        expect(text.length).toBeLessThanOrEqual(maxChars);
        expect(whole.startsWith(text)).toBe(true);
        expect(cut === undefined).toBe(whole.length <= maxChars);
        if (cut) expect([cut.from, cut.at <= body.length]).toEqual([whole.length, true]);
      }),
      { numRuns: 500 },
    );
  });

  test("[Q2] quotes decide what a word is", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: "binary" }).map((word) => word.replace(/\0/g, "")),
          { maxLength: 8 },
        ),
        (words) => {
          const typed = words.map((word) => `'${word.replaceAll("'", `'"'"'`)}'`).join(" ");
          expect(splitArguments(typed, PLACEHOLDER_SYNTAXES["claude-code"])).toEqual({ words, unclosed: false });
        },
      ),
    );
  });
});

describe("[Q15] time grows with the text", () => {
  const LONG = 200_000;
  const repeat = (part: string): string => part.repeat(Math.ceil(LONG / part.length)).slice(0, LONG);

  test.each([
    ..."$ARGUMENTS[1|$1|${|{{|!`|`|``a`|```!\n|~~~\n```!\n|\\$|\"|'|a/|aaa|. |$a-|!`a`\n".split("|"),
    " !` ",
    "`a``b```c````d",
    "x !`\n",
    "````\n```!\n",
  ])("%j, many times over", (part) => {
    const body = repeat(part);
    for (const { arguments: rule } of PROFILES.filter((profile) => profile.arguments.base !== "none")) {
      const elapsedMs = startProcessorTimer();
      substitute(body, { arguments: body, names: ["a", "aa"], hostPlaceholders: VARIABLES, rule, maxChars: LONG });
      substitute(body, { arguments: "v", names: ["a", "aa"], hostPlaceholders: VARIABLES, rule });
      findReferences(body, () => undefined);
      expect(elapsedMs()).toBeLessThan(4000);
    }
  });

  test("many placeholders and a long value do not multiply", () => {
    const { text, cut } = substitute(repeat("$ARGUMENTS "), {
      arguments: repeat("x"),
      names: [],
      hostPlaceholders: {},
      rule: skillwright.arguments,
      maxChars: 100_000,
    });
    expect([text.length <= 100_000, cut?.at]).toEqual([true, 0]);
  });
});
