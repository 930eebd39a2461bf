import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OperationError } from "../../../../src/model/errors.ts";
import { foreignText, quoteForeignText } from "../../../../src/model/text/display/foreign-text.ts";
import { jsonText, printableLine } from "../../../../src/model/text/display/printable.ts";
import { messageLine } from "../../../../src/model/text/text.ts";

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u;
const anyText = fc.string({ unit: "binary", maxLength: 2_000 });

describe("[O18] text of others in a message of ours", () => {
  test("is one bounded line in quotation marks, without hidden characters", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const quoted = quoteForeignText(text);
        expect(quoted).toMatch(/^"[^\n]*"(?: \(\d+ characters\))?$/);
        expect(HIDDEN.test(quoted)).toBe(false);
        expect(quoted.length).toBeLessThan(300 * 10 + 40);
      }),
    );
  });

  test.each([
    ["not found\n", 'git says: "not found"'],
    ["  \n", "git gives no reason"],
    ["\nerror[SK000]: fake\nhelp: rm", 'git says: "error[SK000]: fake\\nhelp: rm"'],
    ["\x1b[31mred\x1b]8;;http://x\x07", 'git says: "\\u{1b}[31mred\\u{1b}]8;;http://x\\u{7}"'],
    ["a\u202eb\u2028c\ud800d\u{e0041}", 'git says: "a\\u{202e}b\\u{2028}c\\u{d800}d\\u{e0041}"'],
    ['says "no"', 'git says: "says \\"no\\""'],
    ['says \\" no', 'git says: "says \\\\\\" no"'],
    ["x".repeat(300_000), `git says: "${"x".repeat(300)}…" (300000 characters)`],
  ])("%j", (text, expected) => {
    expect(foreignText("git", text)).toBe(expected);
  });

  test("a message is one line of bounded length, whatever it contains", () => {
    fc.assert(fc.property(anyText, (text) => !/[\n\r\u2028\u2029]/.test(messageLine(text))));
    const { message, hint } = new OperationError("SK604", `a\nb${"x".repeat(300_000)}`, { hint: "c\r\nd" });
    expect([message.slice(0, 6), message.length < 7_000, hint]).toEqual(["a\\nbxx", true, "c\\r\\nd"]);
  });
});

test("[O18] JSON that is printed has the same value, and no hidden character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), anyText, (key, text) => {
      const printed = jsonText({ [key]: text });
      expect(JSON.parse(printed)).toEqual({ [key]: text });
      expect(printableLine(printed)).toBe(printed);
    }),
  );
  expect(jsonText({ a: "\u202e" })).toBe('{"a":"\\u202e"}');
});
