/** Tests which words small programs in an argument, such as those of sed, may use. */
import { expect, test } from "vitest";
import { LinePaths } from "../../../src/session/permit/shell/line-paths.ts";
import type { WordKind } from "../../../src/session/permit/shell/programs/programs.ts";
import { whyTextAsks } from "../../../src/session/permit/shell/why-word-asks.ts";
import { around } from "./surroundings.ts";

const plain =
  (kind: WordKind) =>
  (text: string): boolean =>
    whyTextAsks(kind, text, new LinePaths(around, () => false)) === undefined;
const [isPlainAwk, isPlainJq, isPlainSed] = [plain("awk"), plain("jq"), plain("sed")];
const [isPlainSelect, isPlainFormat] = [plain("sql"), plain("format")];

const names = (text: string): string[] => text.split(" ");
const refused = (isPlain: (text: string) => boolean, texts: readonly string[]): string[] =>
  texts.filter((text) => !isPlain(text));

test("[B12] a program for awk prints, counts and sums with plain names", () => {
  const known = [
    ...names(
      "print BEGIN END NR NF FNR FS OFS RS ORS FILENAME if else for in while next exit length substr index split",
    ),
    ...names(
      "tolower toupper int sprintf match sum count total max min avg n i j k a b c x y s t seen key val line name",
    ),
  ];
  expect(refused(isPlainAwk, known)).toEqual([]);
  const lines = ["/x/ { print $1 }", "$3 > 5", '!seen[$0] { print "a|b" }', "{ sum += $1 } END { print sum }"];
  expect(refused(isPlainAwk, lines)).toEqual([]);
  const harmful = [
    "system",
    "getline",
    "close",
    "ENVIRON",
    '{ print | "sh" }',
    '{ print > "f" }',
    "@load",
    "x".repeat(2001),
  ];
  expect(refused(isPlainAwk, harmful)).toEqual(harmful);
});

test("[B12] a program for jq uses fields and plain functions", () => {
  const known = [
    ...names("add all and any arrays as ascii_downcase ascii_upcase booleans ceil contains del elif else empty end"),
    ...names("endswith error false first flatten floor from_entries fromjson group_by has if in index indices inside"),
    ...names("isempty join keys keys_unsorted last length limit ltrimstr map map_values max max_by min min_by not now"),
    ...names(
      "null nulls numbers objects or path paths range recurse reduce reverse round rtrimstr scalars select sort",
    ),
    ...names("sort_by split sqrt startswith strings sub gsub test then to_entries todate tojson tonumber tostring"),
    ...names("transpose true type unique unique_by values walk with_entries"),
    ...[".a.b[0]", "{name, id: .x}", "$item", "@csv", '"text"'],
  ];
  expect(refused(isPlainJq, known)).toEqual([]);
  const harmful = [
    "env",
    "$ENV",
    "$__loc__",
    "input",
    "inputs",
    "import",
    "include",
    "input_filename",
    '"\\(env)"',
    "`",
  ];
  expect(refused(isPlainJq, harmful)).toEqual(harmful);
});

test("[B12] a program for sed prints, deletes and substitutes", () => {
  const known = ["p", "3d", "1,20p", "/x/d", "$!d", "q", "=", "s/a/b/g", "s|a|b|", "s,a,b,", "s#a#b#I", "2s/a/b/"];
  expect(refused(isPlainSed, [...known, "s:a:b:", "s@a@b@", "s!a!b!", "s%a%b%"])).toEqual([]);
  const harmful = ["e", "1e id", "w f", "r f", "s/a/b/e", "s/a/b/w f", "s/[/]/b/", "p;e", "y/a/b/"];
  expect(refused(isPlainSed, harmful)).toEqual(harmful);
});

test("[B12] a query reads columns, and a format has no conversion that writes or calculates", () => {
  const calls = names("count sum min max avg lower upper coalesce length round abs distinct in values date");
  const queries = ["select a, b from t where c = 'x';", "show tables", "SHOW DATABASES", "show columns from t"];
  expect(refused(isPlainSelect, [...queries, ...calls.map((name) => `select ${name}(a) from t`)])).toEqual([]);
  const harmful = [
    "delete from t",
    "select a into outfile 'f'",
    "select load_file(a)",
    "select 1; drop table t",
    "select a -- b",
  ];
  expect(refused(isPlainSelect, harmful)).toEqual(harmful);
  expect(refused(isPlainFormat, ["%s %-5b %q%%"])).toEqual([]);
  const calculated = ["%n", "%(x)T", "%d", "%5.2f", "%x", "%*s"];
  expect(refused(isPlainFormat, calculated)).toEqual(calculated);
});
