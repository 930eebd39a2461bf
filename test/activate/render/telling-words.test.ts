import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  InformativeWords,
  rarityAmong,
  type WordRarity,
} from "../../../src/activate/render/budget/informative-words.ts";
import type { ListedSkill } from "../../../src/model/conversation/catalog-text.ts";

const DESCRIPTIONS = [
  "Use this skill when the user wants to fill in a PDF form, or asks about AcroForm fields.",
  "Use this skill when the user wants to deploy a service to Kubernetes, or asks about rollbacks.",
  "Use this skill when the user wants to draw a chart, or asks about colours. Do not use it for maps.",
  "Use this skill when the user wants to translate a contract, or asks about clauses.",
];
const rarity = rarityAmong(DESCRIPTIONS.map((description) => ({ description }) as ListedSkill));
const size = (text: string): number => text.length;
const cut = (text: string, max: number, name: string, among: WordRarity = rarity): string | undefined =>
  new InformativeWords(text, { rarity: among, name, size }).cut(max);

describe("[D10] what tells a skill from the others stays", () => {
  test.each([
    [0, "pdf", 40, "fill PDF form, AcroForm fields…"],
    [0, "pdf", 24, "fill PDF form, fields…"],
    [1, "deploy", 40, "deploy service Kubernetes, rollbacks…"],
    [1, "deploy", 32, "service Kubernetes, rollbacks…"],
    [2, "chart", 24, "draw chart, colours…"],
    // There is too much room for so few words, so the description stays a sentence.
    [2, "chart", 60, undefined],
  ])("%i, beside the name `%s`, in %i", (at, name, max, expected) => {
    expect(cut(DESCRIPTIONS[at] as string, max, name)).toBe(expected);
  });

  test("nothing where nothing does", () => {
    const same = rarityAmong([
      { description: "One and the same." },
      { description: "One and the same." },
    ] as ListedSkill[]);
    expect(cut("One and the same.", 10, "x", same)).toBeUndefined();
    expect(cut(DESCRIPTIONS[0] as string, 3, "x")).toBeUndefined();
  });

  test("any text fits, in words of its own and in their order", () => {
    const words = fc.constantFrom(
      "fill",
      "PDF",
      "form,",
      "not",
      "the",
      "翻译合同。",
      "c++",
      "x".repeat(80),
      "é;",
      "<b>",
      "",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), fc.nat(120), (pieces, max) => {
        const text = pieces.join(" ");
        const among = rarityAmong([{ description: text }, { description: "the" }] as ListedSkill[]);
        const kept = cut(text, max, "pdf", among);
        if (kept === undefined) return;
        expect(kept.length).toBeLessThanOrEqual(max);
        let at = 0;
        for (const word of kept.slice(0, -1).split(" ")) {
          at = text.indexOf(word, at);
          expect(at).not.toBe(-1);
        }
      }),
    );
  });
});
