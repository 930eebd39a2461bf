import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ScannedMessage } from "../../../src/activate/select/scan/message.ts";
import { scanMentions } from "../../../src/activate/select/scan/scan-mentions.ts";
import type { MentionRule } from "../../../src/model/host-profile.ts";
import { loaded, rejected, snapshotOf } from "../access/snapshots.ts";
import { ANYWHERE, resolve } from "./shown.ts";
import { slowScan } from "./slow-scan.ts";

const KNOWN = new Set(["pdf", "doc", "path", "文", "файл", "a.b", "pdf:", "pdf@user", "x_"]);
const isKnown = (name: string): boolean => KNOWN.has(name.toLowerCase());

/** Pieces that are special to the scan, and some that are not. */
const PIECES =
  "$pdf|$doc|$PDF|$PATH|$path|/pdf|/doc|@pdf|[$pdf](|[$pdf](/a)|](/pdf)|)|(|[|]|$|/|@|\\|`|``|```|~~~|\n|\n\n|\n```\n|> |- |1. | |  |\t|:|://|https://|.|,|-|_|=|{|}|${|$(|\"|'|*|!|?|;|a|pdf|5|$5|k|文|$文|файл|é|@user|@users|😀|\u200b|\u3000|。|（|->|<|>|skill:|/skill:pdf|$a.b|$x_".split(
    "|",
  );
const texts = fc.array(fc.constantFrom(...PIECES, "|"), { maxLength: 30 }).map((pieces) => pieces.join(""));

const RULES: readonly MentionRule[] = [
  ANYWHERE,
  { dollar: true, slash: "stacked", at: false, capitals: "ignored" },
  { dollar: false, slash: "leading", slashPrefix: "skill:", at: true },
  { dollar: true, slash: "none", at: false },
];

describe("[M15] any text", () => {
  test.each(RULES)("is read as slowly reading it would: %j", (rule) => {
    fc.assert(
      fc.property(texts, (text) => {
        const { mentions } = scanMentions(new ScannedMessage(text), rule, isKnown);
        const plain = mentions.map(({ form, start, end, name }) => ({ form, start, end, name }));
        expect(plain).toEqual(slowScan(text, rule, isKnown));
      }),
      { numRuns: 3000 },
    );
  });

  const snapshot = snapshotOf(
    ["pdf", "doc", loaded("two", { scope: "repo" }), loaded("two"), loaded("t", { manifest: { triggers: ["a pdf"] } })],
    { rejected: [rejected("path")] },
  );

  test("is resolved, and every position cuts out what was meant", () => {
    const anything = fc.oneof(texts, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(anything, fc.constantFrom(...RULES), (text, mentions) => {
        const { selected, refused, suggested } = resolve(text, snapshot, { mentions });
        for (const { form, start, end, offered } of selected)
          if (form !== "link") expect(text.slice(start, end).toLowerCase()).toContain(offered.loaded.skill.name);
        for (const { asked, start, end } of refused) expect(text.slice(start, end)).toContain(asked);
        for (const { start, end } of suggested) expect(text.slice(start, end)).toMatch(/^a[^a-z0-9]+pdf$/i);
        expect(resolve(text, snapshot, { mentions })).toEqual({ selected, refused, suggested });
      }),
      { numRuns: 2000 },
    );
  });

  test("is looked at a bounded number of times, whatever it repeats", () => {
    const pieces = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((list) => list.join(""));
    fc.assert(
      fc.property(pieces, fc.constantFrom(...RULES), (piece, rule) => {
        const looks = (times: number): number => {
          const message = new ScannedMessage(piece.repeat(times));
          scanMentions(message, rule, isKnown);
          return message.looks;
        };
        // If the text is twice as long, the scan may need only a little more than twice the steps.
        const [once, twice] = [looks(200), looks(400)];
        expect(twice).toBeLessThanOrEqual(2.1 * once + 100);
        expect(once).toBeLessThanOrEqual(20 * 200 * piece.length + 100);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    "`",
    "``a`",
    "[$a](",
    "[$a]",
    "$(",
    "${",
    "](",
    "\n```a`",
    "\n~~~",
    "/",
    "/a ",
    "@a@",
    "a.",
    "$a.",
    "https://",
    "\\",
    "- ",
    "> ",
    "1",
    "\n",
  ])("%j a hundred thousand times", (piece) => {
    const message = new ScannedMessage(piece.repeat(100_000));
    scanMentions(message, ANYWHERE, isKnown);
    expect(message.looks).toBeLessThan(20 * message.length);
  });

  test("goes through the skills of a snapshot once, and never again", () => {
    const skills = Array.from({ length: 50 }, (_, index) =>
      loaded(`s${index}`, { manifest: { triggers: [`go ${index}`] } }),
    );
    let asked = 0;
    const watched = Object.defineProperty(snapshotOf([]), "skills", {
      get() {
        asked++;
        return skills;
      },
    });
    const texts = ["/s1 go 2 $s3 $nothing", "/nothing", "[$s1](/nowhere/SKILL.md) $s2@user @s3", "plain words"];
    const all = (): unknown[] => texts.map((text) => resolve(text, watched, { mentions: ANYWHERE }));
    const first = all();
    const before = asked;
    expect([all(), asked]).toEqual([first, before]);
    expect(before).toBeGreaterThan(0);
  });
});
