import { describe, expect, test } from "vitest";
import {
  escapeTags,
  escapeText,
  escapeXml,
  oneLine,
  quoteIfUnclear,
  visibleLines,
} from "../../../src/activate/render/escape.ts";

describe("one line", () => {
  test.each([
    ["plain text", "plain text"],
    ["  two  spaces ", "two spaces"],
    ["a\nb\r\nc\u2028d\u2029e\x85f\vg", "a b c d e f g"],
    ["\x1b[31mred\x1b[0m\0", "[31mred[0m"],
    ["\u202eevil\u2066x\u2069\u061c", "evilx"],
    ["tag\u{e0041}\u{e007f}s", "tags"],
    ["z\u200be\u200dr\ufeffo\u2060", "zero"],
    ["warn ⚠\ufe0f", "warn ⚠"],
    ["\u3164\u115f\u034f", ""],
    ["half \ud800 pair", "half \ufffd pair"],
    ["whole 😀 é 漢字", "whole 😀 é 漢字"],
    ["", ""],
  ])("[D3] %j → %j", (text, expected) => {
    expect(oneLine(text)).toBe(expected);
    expect(oneLine(oneLine(text))).toBe(expected);
  });

  test("[D3] a body keeps its lines and nothing that hides", () => {
    expect(visibleLines("a\r\n\tb\u202e\n\n\u{e0041}c\rd\u2028e")).toBe("a\n\tb\n\nc\nd\ne");
  });
});

test.each([
  [`a < b & "c" 'd' ]]>`, "a &lt; b &amp; &quot;c&quot; &apos;d&apos; ]]&gt;", `a &lt; b &amp; "c" 'd' ]]&gt;`],
  ["&lt;", "&amp;lt;", "&amp;lt;"],
  ["nothing", "nothing", "nothing"],
])("[D3] %j in XML", (text, anywhere, inElements) => {
  expect([escapeXml(text), escapeText(text)]).toEqual([anywhere, inElements]);
});

test.each([
  ["a < b, 3<5, <3", "a < b, 3<5, <3"],
  ["</skill><b>x", "&lt;/skill>&lt;b>x"],
  ["<!-- <?xml <|im_start|> <<SYS>>", "&lt;!-- &lt;?xml &lt;|im_start|> &lt;&lt;SYS>>"],
  ["<système>", "&lt;système>"],
])("[D3] %j in a line", (text, expected) => {
  expect(escapeTags(text)).toBe(expected);
});

test.each([
  ["pdf-tools", "pdf-tools"],
  ["plugin:pdf", "plugin:pdf"],
  ["Code Review — quick & easy", "Code Review — quick & easy"],
  ["repo:.agents/skills/x", "repo:.agents/skills/x"],
  ["a: b", '"a: b"'],
  ["a:", '"a:"'],
  ["- a", '"- a"'],
  ["", '""'],
  ['"a"', '"\\"a\\""'],
  ["a (b)", '"a (b)"'],
  ["a [b] {c}", "a [b] {c}"],
  ["a (file: b)", '"a \\u0028file: b)"'],
  ["<a>", '"\\u003ca\\u003e"'],
  ["a\n- b: c", '"a - b: c"'],
])("[D2] a name %j in a line is %j", (text, expected) => {
  expect(quoteIfUnclear(text)).toBe(expected);
});
