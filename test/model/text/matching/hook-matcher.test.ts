import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHookMatcher } from "../../../../src/model/text/matching/hook-matcher.ts";

test.each<[pattern: string, fits: string[], not: string[]]>([
  ["", ["Bash", ""], []],
  ["*", ["Bash", ""], []],
  ["Bash", ["Bash"], ["bash", "BashOutput", "Ba", ""]],
  ["Write|Edit|MultiEdit", ["Write", "MultiEdit"], ["WriteEdit", "NotebookEdit"]],
  ["mcp__.*", ["mcp__a__b", "mcp__"], ["mcp_", "xmcp__"]],
  [
    "mcp__[a-z]+__(get|list)_.+",
    ["mcp__git__get_x", "mcp__git__list_y"],
    ["mcp__git__set_x", "mcp__9__get_x", "mcp__git__get_"],
  ],
  ["(Multi)?Edit", ["Edit", "MultiEdit"], ["MultiMultiEdit"]],
  ["(?:Multi)*Edit", ["Edit", "MultiMultiEdit"], []],
  ["^Bash$", ["Bash"], ["xBash"]],
  ["^Read|Grep$", ["Read", "Grep"], []],
  ["\\w+\\d", ["a1"], ["a", "-1"]],
  ["a\\.b", ["a.b"], ["axb"]],
  ["[^a-c_-]x", ["dx"], ["ax", "-x"]],
  ["Bash|", ["Bash", ""], ["x"]],
  [".*?Tool", ["myTool"], ["Tools"]],
  ["ü.", ["üx", "ü😀"], ["ü"]],
])("[F40] %s", (pattern, fits, not) => {
  const test = parseHookMatcher(pattern);
  expect([fits.map((name) => test?.(name)), not.map((name) => test?.(name))]).toEqual([
    fits.map(() => true),
    not.map(() => false),
  ]);
});

test.each([
  "(",
  ")",
  "a)",
  "[",
  "[a",
  "a**",
  "+",
  "a{2}",
  "(?=a)",
  "\\",
  "\\b",
  "a^b",
  "\\1",
  "x".repeat(501),
  "(".repeat(30),
])("[F40] %s is not understood", (pattern) => {
  expect(parseHookMatcher(pattern)).toBeUndefined();
});

test("[F40] agrees with a regular expression wherever both understand", () => {
  const unit = fc.constantFrom("a", "b", ".", "*", "+", "?", "|", "(", ")", "[ab]", "[^a]", "\\w", "(?:");
  const names = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 10 }), names, (pattern, each) => {
      const own = parseHookMatcher(pattern);
      if (own === undefined || pattern === "*" || pattern === "") return;
      const native = new RegExp(`^(?:${pattern})$`);
      expect(each.map((name) => own(name))).toEqual(each.map((name) => native.test(name)));
    }),
    { numRuns: 2000 },
  );
});

test("[F40] any pattern and any name have an answer, also where an expression would not end", () => {
  const evil = parseHookMatcher(`${"(a*)*".repeat(60)}b`);
  expect(evil?.("a".repeat(5000))).toBe(false);
  fc.assert(fc.property(fc.string(), fc.string(), (pattern, name) => void parseHookMatcher(pattern)?.(name)));
});
