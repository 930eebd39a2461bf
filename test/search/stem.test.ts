import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stemWord } from "../../src/search/words/stem.ts";

describe("[U3] stems, as Porter's paper has them", () => {
  test.each(
    "caresses caress|ponies poni|cats cat|feed feed|agreed agre|plastered plaster|bled bled|motoring motor|sing sing|conflated conflat|troubled troubl|sized size|hopping hop|tanned tan|falling fall|hissing hiss|failing fail|filing file|happy happi|sky sky|relational relat|conditional condit|rational ration|digitizer digit|conformabli conform|radicalli radic|vietnamization vietnam|operator oper|feudalism feudal|decisiveness decis|hopefulness hope|formaliti formal|sensibiliti sensibl|triplicate triplic|formative form|formalize formal|electrical electr|goodness good|revival reviv|allowance allow|inference infer|airliner airlin|adjustable adjust|defensible defens|irritant irrit|replacement replac|adjustment adjust|dependent depend|adoption adopt|communism commun|activate activ|homologous homolog|effective effect|bowdlerize bowdler|probate probat|rate rate|cease ceas|controll control|roll roll"
      .split("|")
      .map((pair) => pair.split(" ") as [string, string]),
  )("%s → %s", (word, expected) => {
    expect(stemWord(word)).toBe(expected);
  });

  test.each(["Cats", "c++", "файлы", "", "is", "x".repeat(41)])("%s stays", (word) => {
    expect(stemWord(word)).toBe(word);
  });

  test("any lower-case word has one that is not longer by more than a letter", () => {
    const words = fc.string({ unit: fc.constantFrom(..."abcdeiglnorstuyz"), maxLength: 45 });
    fc.assert(
      fc.property(words, (word) => {
        expect(stemWord(word).length).toBeLessThanOrEqual(word.length + 1);
      }),
    );
  });
});
