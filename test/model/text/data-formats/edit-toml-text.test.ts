import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { describe, expect, test } from "vitest";
import {
  appendInline,
  appendTable,
  inlineToml,
  removeFromToml,
  replaceInToml,
} from "../../../../src/model/text/data-formats/edit-toml-text.ts";
import { layOutToml, type TomlPath } from "../../../../src/model/text/data-formats/toml-layout.ts";

const read = (text: string): unknown => JSON.parse(JSON.stringify(parse(text)));

describe("[DP13] a removed part of a TOML file, and nothing else", () => {
  test.each<[string, string, TomlPath, string | undefined]>([
    [
      "a table with its subtables, wherever they are",
      "[m.a]\nx = 1\n\n# b is ours\n[m.b]\ny = 1 # keep\n\n[m.a.env]\nK = '1'\n\n[z]\n",
      ["m", "a"],
      "# b is ours\n[m.b]\ny = 1 # keep\n\n[z]\n",
    ],
    ["dotted keys", "m.a.x = 1\nm.b.x = 2\n[m.a.env]\nK = 1\n", ["m", "a"], "m.b.x = 2\n"],
    ["a quoted key", "[m.\"a b\"]\nx = 1\n[m.'c d']\n", ["m", "a b"], "[m.'c d']\n"],
    [
      "the first of an inline mapping",
      "m = { a = { x = 1 }, b = [1, 2] } # c\n",
      ["m", "a"],
      "m = { b = [1, 2] } # c\n",
    ],
    ["the last of an inline mapping", "m = { a = 1, b = [1, 2] } # c\n", ["m", "b"], "m = { a = 1 } # c\n"],
    ["the only one of an inline mapping", "m = { a = 1 }\n", ["m", "a"], "m = {  }\n"],
    [
      "an element of a list",
      "l = [\n  { n = 1 }, # one\n  { n = 2 },\n]\n",
      ["l", 1],
      "l = [\n  { n = 1 }, # one\n  \n]\n",
    ],
    [
      "the second of a list of tables, with its subtable",
      "[[s.c]]\nn = 1\n[[s.c]]\nn = 2\n[s.c.d]\ne = 1\n[[s.c]]\nn = 3\n",
      ["s", "c", 1],
      "[[s.c]]\nn = 1\n[[s.c]]\nn = 3\n",
    ],
    [
      "not what only looks like a table",
      'a = """\n[m.a]\nb = "\\""""\nc = \'\'\'\n[m.a]\'\'\' # [m.a]\n[m.a]\nx = 1',
      ["m", "a"],
      'a = """\n[m.a]\nb = "\\""""\nc = \'\'\'\n[m.a]\'\'\' # [m.a]\n',
    ],
    ["lines that end in CR LF", "[m.a]\r\nx = 1\r\n[m.b]\r\n", ["m", "a"], "[m.b]\r\n"],
    ["after a byte order mark", "\ufeff[m.a]\nx = 1\n", ["m", "a"], "\ufeff"],
    ["a date with a blank", "d = 1979-05-27 07:32:00 # c\nx = 1\n", ["x"], "d = 1979-05-27 07:32:00 # c\n"],
    ["what is not there", "[m.a]\n", ["m", "b"], undefined],
    ["invalid TOML", "[m.a\nx = ", ["m", "a"], undefined],
  ])("%s", (_, before, path, after) => {
    expect(removeFromToml(before, path)).toBe(after);
    if (after !== undefined) read(after);
  });

  test("of any settings", () => {
    const key = fc.string({ minLength: 1, maxLength: 4 }).filter((each) => each !== "__proto__");
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean());
    const map = fc.dictionary(key, fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })), { maxKeys: 3 });
    const settings = fc.dictionary(key, fc.oneof(leaf, map, fc.array(map, { minLength: 1, maxLength: 3 })), {
      minKeys: 1,
      maxKeys: 4,
    });
    fc.assert(
      fc.property(settings, fc.boolean(), fc.nat(), (value, isInline, nth) => {
        const text = isInline
          ? Object.entries(value)
              .map(([name, each]) => `${JSON.stringify(name)} = ${inlineToml(each)}\n`)
              .join("")
          : stringify(value);
        expect(read(text)).toEqual(read(stringify(value)));
        const names = Object.keys(value);
        const name = names[nth % names.length]!;
        const { [name]: _, ...others } = value;
        expect(read(removeFromToml(text, [name])!)).toEqual(read(stringify(others)));
      }),
    );
  });
});

describe("[SV29] an added or replaced part of a TOML file", () => {
  const NEW = "[[s.c]]\nn = 2\n";

  test.each([
    ["[[s.c]]\nn = 1", `[[s.c]]\nn = 1\n\n${NEW}`],
    ["[[s.c]]\nn = 1\n\n[z]\n", `[[s.c]]\nn = 1\n\n${NEW}\n[z]\n`],
    ["[z]\n", undefined],
  ])("after the last table of %j", (before, after) => {
    expect(appendTable(before, ["s", "c"], NEW)).toBe(after);
  });

  test.each([
    ["s.c = []", { at: 7, text: " x " }],
    ["s.c = [ {n = [1]} ]", { at: 17, text: ", x" }],
    ["[s]\nc = [ 'a', # one\n 'b', ]", { at: 25, text: ", x" }],
    ["[[s.c]]\n", undefined],
  ])("in the brackets of %j", (before, insertion) => {
    expect(appendInline(before, ["s", "c"], "x")).toEqual(insertion);
  });

  test.each([
    ["[[s.c]]\nn = 1\n\n[z]\n", `${NEW}\n[z]\n`],
    ["s.c = [ { n = 1 } ] # c", "s.c = [ { n = 2 } ] # c"],
    ["[z]\n", undefined],
  ])("in the place of the first of %j", (before, after) => {
    expect(replaceInToml(before, ["s", "c", 0], { lines: NEW, inline: "{ n = 2 }" })).toBe(after);
  });
});

test("[DP13] any text and any depth has a layout or none, in time that grows with its length", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("[", "]", "{", "}", '"', "'", "=", ",", ".", "#", "a", "\\", "\n", " ")),
      (all) => {
        layOutToml(all.join(""));
      },
    ),
  );
  expect(layOutToml(`a = ${"[".repeat(100_000)}`)).toBeUndefined();
  expect(layOutToml(`a = """${'\\"'.repeat(100_000)}`)).toBeUndefined();
});
