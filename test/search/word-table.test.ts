import fc from "fast-check";
import { expect, test } from "vitest";
import { WordTable } from "../../src/search/index/word-table.ts";

const words = fc.array(
  fc.oneof(fc.string({ unit: "binary", maxLength: 6 }), fc.constantFrom("a", "ab", "constructor")),
  {
    maxLength: 40,
  },
);

const unitsOf = (text: string): Uint16Array =>
  Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

test("[U6] a word has one number, wherever it is in a text", () => {
  fc.assert(
    fc.property(words, (given) => {
      const table = new WordTable();
      const numbers = new Map<string, number>();
      for (const word of given) {
        const text = unitsOf(`<${word}>`);
        const known = table.find(text, 1, text.length - 1);
        expect(known).toBe(numbers.get(word) ?? 0);
        if (known === 0) numbers.set(word, table.add(text, 1, text.length - 1));
      }
      for (const [word, number] of numbers) expect(table.textOf(number)).toBe(word);
      expect(table.size).toBe(numbers.size + 1);
    }),
  );
});

test("[U6] a hundred thousand words are found again", () => {
  const table = new WordTable();
  const text = (at: number): Uint16Array => unitsOf(`word number ${at}`);
  for (let at = 1; at <= 100_000; at++) table.add(text(at), 0, text(at).length);
  expect(table.size).toBe(100_001);
  for (const at of [1, 511, 512, 513, 65_536, 100_000]) {
    expect(table.find(text(at), 0, text(at).length)).toBe(at);
    expect(table.textOf(at)).toBe(`word number ${at}`);
  }
  expect(table.find(text(0), 0, 13)).toBe(0);
});
