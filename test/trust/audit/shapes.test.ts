/** The search by words finds the same as trying every expression on every line. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prefilterWords } from "../../../scripts/audit-words.mjs";
import type { Finding } from "../../../src/model/rules/audit.ts";
import { readMaterial } from "../../../src/trust/audit/material.ts";
import { ALL_PATTERNS, findAllPatterns, PREFILTERED } from "../../../src/trust/audit/patterns/find-patterns.ts";
import { findPatterns, type Pattern, positionInOrder } from "../../../src/trust/audit/patterns/pattern.ts";
import {
  hasAllRequiredPieces,
  makePrefilter,
  type RequiredWords,
} from "../../../src/trust/audit/patterns/prefilter.ts";
import WORDS from "../../../src/trust/audit/patterns/prefilter-words.json" with { type: "json" };
import { bundleOf } from "./bundle.ts";

/** Generates text that an expression matches, without its lookahead and lookbehind. */
function matching({ source }: RegExp): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(withoutAssertions(source)), { maxLength: 200 });
}

/** Replaces word boundaries with an optional space, and removes lookahead and lookbehind. */
function withoutAssertions(source: string): string {
  const plain = source.replaceAll("\\b", "(?: |)").replace(/^\^|\$$/g, "");
  const start = plain.search(/\(\?<?[!=]/);
  if (start === -1) return plain.replaceAll("|$)", ")");
  let end = start + 1;
  for (let depth = 1; depth > 0; end++) {
    if (plain[end] === "\\") end++;
    else if (plain[end] === "(") depth++;
    else if (plain[end] === ")") depth--;
  }
  return withoutAssertions(plain.slice(0, start) + plain.slice(end));
}

const noise = fc.oneof(
  { weight: 3, arbitrary: fc.constant(" ") },
  fc.constantFrom("", " ", " ", "x", "İ", "ſ", "\u212a", "`", "(", " curl ", " not "),
  fc.string({ maxLength: 6 }),
);

/** Generates a line with all parts of a pattern in order, in any case, with text between them. */
function lineFor({ parts }: Pick<Pattern, "parts">): fc.Arbitrary<string> {
  const pieces = parts.flatMap((part) => [matching(part), noise]);
  return fc
    .tuple(noise, fc.tuple(...pieces), fc.constantFrom("as it is", "as it is", "upper", "lower"))
    .map(([first, rest, how]) => {
      const line = [first, ...rest].join("").replace(/[\n\r\u2028\u2029]/g, " ");
      return how === "upper" ? line.toUpperCase() : how === "lower" ? line.toLowerCase() : line;
    });
}

const look = makePrefilter(PREFILTERED);

test("[G1] the words are those of the expressions as they are now: `node scripts/audit-words.mjs`", () => {
  expect(WORDS).toEqual(JSON.parse(prefilterWords(PREFILTERED)));
});

describe("[G1] the words of a shape are in every line that it matches", () => {
  test.each(PREFILTERED.map((sought, index) => [index, sought] as const))("%i", (_, sought) => {
    const { parts } = sought;
    let matched = 0;
    fc.assert(
      fc.property(lineFor({ parts }), (line) => {
        if (positionInOrder(line, parts) === -1) return;
        matched++;
        expect(look(line).flatMap(({ of }) => of)).toContain(sought);
        expect(hasAllRequiredPieces(sought, line.toLowerCase())).toBe(true);
      }),
      { numRuns: 400 },
    );
    expect(matched).toBeGreaterThan(0);
  });
});

/** Tries every expression on every line. */
async function triedOut(files: Readonly<Record<string, string>>): Promise<{ found: Finding[]; tried: Finding[] }> {
  const material = await readMaterial(bundleOf(files));
  const all = new Set(ALL_PATTERNS);
  const tried = material.texts.flatMap((file) =>
    findPatterns(
      file,
      file.lines.map((line) => [line, all] as const),
      ALL_PATTERNS,
    ),
  );
  return { found: findAllPatterns(material), tried };
}

const anyLine = fc.oneof(
  fc.constantFrom(...ALL_PATTERNS).chain(lineFor),
  fc.string({ maxLength: 40 }),
  fc.constantFrom("```sh", "```", "<!--", "-->", "Never do this.", "x".repeat(1990), "y".repeat(4100)),
);

test("[G1] whole texts give the same findings, in the same order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("SKILL.md", "notes.md", "scripts/run.sh", "data.json"),
      fc.array(fc.tuple(anyLine, fc.constantFrom("\n", "\n", " ")), { maxLength: 12 }),
      async (path, lines) => {
        const { found, tried } = await triedOut({ [path]: lines.flat().join("") });
        expect(found).toEqual(tried);
      },
    ),
    { numRuns: 400 },
  );
});

test("[G1] a look sees what an expression of all words would see", () => {
  const word = fc.stringMatching(/^[a-c.|]{2,6}$/).filter((text) => !/^\W|\W$/.test(text));
  const piece = fc.stringMatching(/^[a-c.|<]{2,6}$/);
  const text = fc.stringMatching(/^[a-cA-C.|<\n İ_éš]{0,60}$/);
  fc.assert(
    fc.property(fc.array(word), fc.array(piece), text, (words, pieces, where) => {
      const each: RequiredWords[] = [
        ...words.map((one) => ({ words: [one] })),
        ...pieces.map((one) => ({ pieces: [one] })),
      ];
      const seen = makePrefilter<RequiredWords>(each)(where).flatMap(({ at, of }) =>
        of.map((one) => [at, each.indexOf(one)]),
      );
      const wanted = each.flatMap((one, index) => {
        const literal = (one.words ?? one.pieces ?? []).map((part) => part.replace(/[.|<]/g, "\\$&")).join("");
        const expression = new RegExp(one.words ? `(?=(?<!\\w)${literal}(?!\\w))` : `(?=${literal})`, "gi");
        return [...where.matchAll(expression)].map((match) => [match.index, index]);
      });
      const inOrder = (all: (number | undefined)[][]): string[] => all.map(String).sort();
      expect(inOrder(seen)).toEqual(inOrder(wanted));
    }),
    { numRuns: 500, examples: [[["ab"], ["<|"], "İab.AB_ab\nab"]] },
  );
});

test("[G1] a word that begins within another, or like another, is seen too", () => {
  const [a, b, c] = [{ pieces: ["/.ssh"] }, { pieces: [".ssh", "h/x"] }, { words: ["ssh"], pieces: ["ssh/k"] }];
  const both = makePrefilter([a, b, c]);
  expect(new Set(both("~/.SSH/key").flatMap(({ of }) => of))).toEqual(new Set([a, b, c]));
  expect(both("sshd").flatMap(({ of }) => of)).toEqual([]);
});
