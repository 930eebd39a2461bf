/** Valid and broken SKILL.md files from which the fuzzer starts. */
const valid = "---\nname: pdf\ndescription: Reads PDFs. Use when one is attached.\n---\n# PDF\n\nDo it.\n";
const full = `---
name: pdf
description: >-
  Reads PDFs,
  and more.
license: MIT
compatibility: Needs git
allowed-tools: Bash(git log *), Read
argument-hint: [file]
disable-model-invocation: true
metadata:
  author: me
  nested: {a: [1, 2, {b: c}]}
eligibility:
  os: [linux]
  required-skills: [doc]
commands:
  - name: go
    args: [{name: x, required: true}]
triggers:
  - open it
---
Body
`;
const levels = (open: string, close: string, count: number): string => open.repeat(count) + close.repeat(count);
const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${[..."bcdefghi"]
  .map(
    (key) =>
      `${key}: &${key} [${Array(10)
        .fill(`*${String.fromCharCode(key.charCodeAt(0) - 1)}`)
        .join()}]\n`,
  )
  .join("")}`;
const block = (lines: string): string => `---\n${lines}---\nBody\n`;
const named = (lines: string): string => block(`name: pdf\ndescription: x\n${lines}`);
const bytes = (content: string | Uint8Array): Uint8Array => Buffer.from(content as string);

/** Small files, for many mutations. */
export const SEEDS: readonly Uint8Array[] = [
  valid,
  full,
  valid.replaceAll("\n", "\r\n"),
  valid.replaceAll("\n", "\r"),
  `\ufeff${valid}`,
  Buffer.from(`\ufeff${full}`, "utf16le"),
  Buffer.from(`\ufeff${valid}`, "utf16le").swap16(),
  Buffer.from(valid, "utf16le"),
  `\n\n \n${valid}`,
  "",
  "---",
  "---\n---",
  "# Title\n\ntext\n",
  `# Title\n${valid}`,
  "---js\nmodule.exports = {name: 1}\n---\n",
  "--- name: x\n---\n",
  "name: x\ndescription: y\n---\n",
  block("name: a: b\ndescription: c: d: e\n"),
  block('name: \'it\'s\'\ndescription: "say "hi""\n'),
  block("name: pdf\ndescription: |\n  one\n\n  two\n   three\n"),
  block("name: pdf\ndescription: >+\n  one\n\n\n"),
  block("name:\tpdf\ndescription:\tx\nmetadata:\n\ta: b\n\t\tc: d\n"),
  block("name: “pdf”\ndescription: ‘x’\n"),
  block("name: p\u200bd\u202ef\ndescription: \u{e0041}x\u00ad\n"),
  block("name: pdf\nname: doc\ndescription: x\ndescription: y\n"),
  block("name: pdf\ndescription: Fix issue #12 now\n"),
  block("name: 12\ndescription: true\nlicense: 1.0\n"),
  named("metadata: &m\n  m: *m\n"),
  named("__proto__: {a: 1}\nconstructor: 2\nmetadata:\n  __proto__: 3\n"),
  named("a: !!js/function x\nb: !!binary aGk=\nc: !x [1]\n"),
  named("? complex\n: key\n? [a, b]\n: {c: d}\n"),
  named(`deep: ${levels("[", "]", 60)}\n`),
  named("x: {a: [b, {c: d\n"),
  named("\"quoted key\": 1\n'other': 2\n: empty\n"),
  named("- a\n- b\n"),
  named("key without colon\nanother\n"),
  named("%YAML 1.2\n---\n"),
  named('x: "\\x41\\u0042\\U00000043\\n\\q"\n'),
  named("allowed-tools: [Bash(a, b), Read\nhooks: {\nshell: [\n"),
  block("\0\0name: a\0b\ndescription: \x1b[31mred\x07\n"),
  "---\nname: pdf\ndescription: x\n---\n---\n---\n",
  "---\nname: pdf\n...\ndescription: x\n---\n",
  "<<<<<<< HEAD\n---\nname: a\n=======\n---\nname: b\n>>>>>>> x\n---\n",
  new Uint8Array([0xff, 0xfe, 0xfd, 0x00, 0x80, 0xc0]),
  Buffer.concat([
    Buffer.from("---\nname: p"),
    Buffer.from([0xe9, 0x20, 0xf0, 0x9f]),
    Buffer.from("\ndescription: x\n---\n"),
  ]),
].map((each) => (typeof each === "string" ? bytes(each) : each));

const repeated = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("");

/** Large files within the limits of a file. Each must be read in two seconds. */
export const HEAVY: readonly (readonly [string, string])[] = [
  ["an alias bomb", named(bomb)],
  ["64 KB of spaces in a value", named(`x: ${" ".repeat(65_000)}y\n`)],
  ["64 KB of spaces on a line", named(`${" ".repeat(65_000)}\n`)],
  ["64 KB of spaces before a key", block(`${" ".repeat(65_000)}name: pdf\n`)],
  ["64 KB of tabs", named(`${"\t".repeat(65_000)}\n`)],
  ["32,000 lines of a tab", named("\t\n".repeat(32_000))],
  ["30,000 blank lines", named("\n".repeat(30_000))],
  ["5,400 keys", named(repeated(5400, (index) => `key${index}: x\n`))],
  ["9,000 short keys", named(repeated(9000, (index) => `${index.toString(36).padStart(3, "k")}: \n`))],
  ["20,000 duplicate keys", named("a:\n".repeat(20_000))],
  ["9,000 duplicates of two values", named("a: b\nb: a\n".repeat(6000))],
  ["20,000 keys of quotes", named(repeated(7000, (index) => `"${index}": 1\n`))],
  ["9,000 broken keys", named(repeated(9000, () => "a: [\n"))],
  ["7,000 different broken keys", named(repeated(7000, (index) => `${index.toString(36).padStart(3, "k")}: {\n`))],
  ["9,000 colons in values", named(repeated(7000, (index) => `${index.toString(36).padStart(3, "k")}: a: b\n`))],
  ["20,000 list items", named("- \n".repeat(20_000))],
  ["60,000 dashes and blanks", named(`${"- ".repeat(32_000)}\n`)],
  ["nested dashes", named(`x:\n  ${"- ".repeat(30_000)}a\n`)],
  ["20,000 open brackets", named(`x: ${"[".repeat(20_000)}\n`)],
  ["60,000 open braces", named(`x: ${"{".repeat(60_000)}\n`)],
  ["30,000 closed brackets", named(`x: ${levels("[", "]", 30_000)}\n`)],
  ["20,000 braces in a hint", named(`paths: ${"{".repeat(30_000)}\n`)],
  ["60,000 commas", named(`allowed-tools: "${",".repeat(60_000)}"\n`)],
  ["60,000 open parentheses", named(`allowed-tools: "${"(".repeat(60_000)}"\n`)],
  ["30,000 tools", named(`allowed-tools: ${"a ".repeat(30_000)}\n`)],
  ["60,000 quotes", named(`x: ${'"'.repeat(60_000)}\n`)],
  ["60,000 apostrophes", named(`x: ${"'".repeat(60_001)}\n`)],
  ["60,000 backslashes", named(`x: "${"\\".repeat(60_001)}"\n`)],
  ["60,000 typographic quotes", named(`x: ${"“".repeat(20_000)}\n`)],
  ["60,000 hashes", named(`x: ${" #".repeat(30_000)}\n`)],
  ["60,000 colons", named(`x: ${": ".repeat(30_000)}\n`)],
  ["30,000 question marks", named("? a\n".repeat(15_000))],
  ["30,000 anchors", named(repeated(6000, (index) => `a${index}: &b x\n`))],
  ["5,000 tags", named(repeated(5000, (index) => `a${index}: !t x\n`))],
  ["60,000 invisible characters", named(`x: ${"\u200b".repeat(20_000)}\n`)],
  ["a name of 60,000 letters", block(`name: ${"A_".repeat(30_000)}\ndescription: x\n`)],
  ["a description of 60,000 hyphens", block(`name: pdf\ndescription: "${"-".repeat(60_000)}"\n`)],
  [
    "one near miss after another",
    named(repeated(3500, (index) => `descriptio${index.toString(36).padStart(3, "n")}: x\n`)),
  ],
  ["a key of 60,000 letters", named(`${"k".repeat(60_000)}: x\n`)],
  ["folded paragraphs", block(`name: pdf\ndescription: >\n${"  a\n\n".repeat(12_000)}`)],
  ["64 KB of spaces in a list", named(`tags: [a${" ".repeat(65_000)}b]\n`)],
  ["64 KB of spaces before a quote in a list", named(`tags: [a${" ".repeat(65_000)}"]\n`)],
  ["30,000 colons in a list", named(`tags: [${"a:".repeat(30_000)}a"]\n`)],
  ["30,000 items", named(`tags: [${"a, ".repeat(20_000)}a]\n`)],
  ["10,000 lines of one value", named(`x: a\n${"  a b\n".repeat(10_000)}`)],
  ["10,000 lines between quotes", named(`x: 'a\n${"  a b\n".repeat(10_000)}  a'\n`)],
  ["64 KB of JSON", named(`x: {"a": [${'"b",'.repeat(16_000)}1]}\n`)],
  ["4 KB of quotes in JSON", named(`x: {${'"'.repeat(4000)}}\n`)],
  ["5,000 mappings in a list", named(`x:\n${"  - a: b\n".repeat(5000)}`)],
  ["32,000 blank lines below a key", named(`x:\n${"\n".repeat(32_000)}  a: b\n`)],
  ["6,000 keys with nothing but a blank line below", named(repeated(6000, (index) => `a${index}:\n\n`))],
  ["1 MB without an end", `---\n${"name: pdf\n".repeat(99_000)}`],
  ["1 MB of hyphens", `---\n${"-".repeat(990_000)}`],
  ["1 MB of short fences", `---\n${"--\n".repeat(330_000)}`],
  ["1 MB of indented fences", `---\n${" ---x\n".repeat(160_000)}`],
  ["1 MB of blank lines first", `${"\n".repeat(990_000)}${valid}`],
  ["1 MB of spaces first", `${" ".repeat(990_000)}${valid}`],
  ["1 MB of carriage returns", "\r".repeat(999_000)],
  ["1 MB of mixed line ends", `${valid}${"a\r\nb\n".repeat(190_000)}`],
  ["1 MB of misplaced fences", "\n---\nnamed\n".repeat(80_000)],
];
