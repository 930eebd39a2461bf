import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Manifest } from "../../../src/model/skills/skill.ts";
import { loaded, snapshotOf } from "../access/snapshots.ts";
import { type Asked, resolve } from "./shown.ts";

function skillWith(name: string, triggers: readonly string[], manifest: Manifest = {}): ReturnType<typeof loaded> {
  return loaded(name, { manifest: { triggers, ...manifest } });
}

const SNAPSHOT = snapshotOf([
  skillWith("review", ["review code", "check this", "Review"]),
  skillWith("deep", ["review code carefully now"]),
  skillWith("cjk", ["代码审查"]),
  skillWith("accents", ["résumé"]),
]);

function suggested(message: string, asked: Asked = {}, snapshot = SNAPSHOT): string[] {
  return resolve(message, snapshot, asked).suggested.map(
    ({ address, phrase, start, end }) => `${address}: ${phrase} = ${message.slice(start, end)}`,
  );
}

describe("[M17] trigger phrases", () => {
  test.each<[string, string[]]>([
    ["please review code", ["review: Review = review"]],
    ["Check\n  THIS, please", ["review: check this = Check\n  THIS"]],
    ["check-this", ["review: check this = check-this"]],
    ["checking this; check that; recheck this", []],
    [
      "now review code carefully now",
      ["review: Review = review", "deep: review code carefully now = review code carefully now"],
    ],
    ["review code carefully then", ["review: Review = review"]],
    ["请做代码审查吧", ["cjk: 代码审查 = 代码审查"]],
    ["代码 审查", ["cjk: 代码审查 = 代码 审查"]],
    ["My RE\u0301SUME\u0301.", ["accents: résumé = RE\u0301SUME\u0301"]],
    ["resume", []],
    // Code is not a request, and a phrase cannot span two paragraphs.
    ["`check this` and\n```\ncheck this\n```", []],
    ["check\n\nthis", []],
  ])("%j", (message, expected) => {
    expect(suggested(message)).toEqual(expected);
  });

  test("nothing is activated by them", () => {
    expect(resolve("review code and check this", SNAPSHOT).selected).toEqual([]);
  });

  test("a selected skill is not suggested, too", () => {
    expect(suggested("/review check this")).toEqual([]);
  });

  test("longer texts than a phrase are not searched", () => {
    const words = Array.from({ length: 13 }, (_, index) => `w${index}`).join(" ");
    const snapshot = snapshotOf([skillWith("long", [words]), skillWith("blank", ["", " . "])]);
    expect(suggested(`${words} . `, {}, snapshot)).toEqual([]);
  });

  test("at most twenty skills are suggested", () => {
    const snapshot = snapshotOf(Array.from({ length: 50 }, (_, index) => skillWith(`s${index}`, ["go"])));
    expect(resolve("go", snapshot).suggested).toHaveLength(20);
  });

  test.each<[string, Manifest, Asked, boolean]>([
    ["for the model alone", { userInvocable: false }, {}, true],
    ["for the user alone", { disableModelInvocation: true }, {}, true],
    ["for nobody", { userInvocable: false, disableModelInvocation: true }, {}, false],
    ["out of scope", {}, { scope: { skills: ["other"] } }, false],
    ["in scope", {}, { scope: { skills: ["s*"] } }, true],
    ["waiting for files", { paths: ["*.sql"] }, {}, false],
    ["with its files", { paths: ["*.sql"] }, { files: ["/work/a.sql"] }, true],
  ])("%s", (_, manifest, asked, expected) => {
    const snapshot = snapshotOf([skillWith("s", ["go"], manifest)]);
    expect(suggested("go", asked, snapshot).length > 0).toBe(expected);
  });

  test("of an untrusted folder is not suggested", () => {
    const withheld = { code: "SK501", reason: "the folder is not trusted" };
    const snapshot = snapshotOf([loaded("s", { manifest: { triggers: ["go"] }, withheld })]);
    expect(suggested("go", {}, snapshot)).toEqual([]);
  });

  test("gives the same result as a search for every phrase at every word", () => {
    const word = fc.constantFrom("a", "b", "c", "A", "文");
    const text = fc.array(word, { maxLength: 12 }).map((list) => list.join(" "));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), text, (phrases, message) => {
        const snapshot = snapshotOf(phrases.map((phrase, index) => skillWith(`s${index}`, [phrase])));
        const found = resolve(message, snapshot).suggested.map(({ address }) => address);
        const padded = ` ${message.toLowerCase()} `;
        const slow = phrases.flatMap((phrase, index) =>
          phrase !== "" && padded.includes(` ${phrase.toLowerCase()} `) ? [`s${index}`] : [],
        );
        expect(found.toSorted()).toEqual(slow.toSorted());
      }),
    );
  });
});
