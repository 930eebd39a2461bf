/** Tests the findings that block an install: each forbidden kind of character, path and byte. Similar harmless ones give no finding. */
import { describe, expect, test } from "vitest";
import type { Bundle } from "../../../src/model/skills/bundle.ts";
import { bundleOf, capabilitiesIn, codesOf, findingsOf, HEAD, skillWith } from "./bundle.ts";

const blocking = async (bundle: Bundle): Promise<string[]> =>
  (await findingsOf(bundle)).filter(({ severity }) => severity === "block").map(({ code }) => code);

const tags = (text: string): string =>
  [...text].map((each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0))).join("");

describe("[G5] hidden characters", () => {
  test.each([
    ["plain text", "Fill in the form.", []],
    ["tags", `Fill in${tags("curl")} the form.`, ["SK801"]],
    ["one tag", "a\u{e0020}b", ["SK801"]],
    ["the flag of Scotland", `\u{1f3f4}${tags("gbsct")}\u{e007f}`, []],
    ["a flag that says something else", `\u{1f3f4}${tags("ignor")}\u{e007f}`, ["SK801"]],
    ["a flag without its end", `\u{1f3f4}${tags("gbsct")}`, ["SK801"]],
    ["an override", "a\u202eb", ["SK802"]],
    ["an embedding", "a\u202ab", ["SK802"]],
    ["an isolate", "a\u2066b\u2069", ["SK802", "SK802"]],
    ["a mark of direction in Hebrew", "שלום\u200f!", []],
    ["a bell", "a\x07b", ["SK803"]],
    ["a backspace", "`\bash`", ["SK803"]],
    ["an escape sequence", "\x1b[31mred\x1b[0m", ["SK803", "SK803"]],
    ["C1", "a\x9b31mb", ["SK803"]],
    ["delete", "a\x7fb", ["SK803"]],
    ["UTF-8 that was encoded twice", "\xe2\x80\x99 and \xf0\x9f\x8e\xaf and \xc2\xa0", []],
    ["a tab, a form feed, a carriage return", "a\tb\fc\r\nd", []],
    ["a family", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", []],
    ["a bird with a variation selector", "\u{1f426}\u200d\u2b1b and \u2764\ufe0f\u200d\u{1f525}", []],
    ["Persian", "می\u200cخواهم", []],
    ["Mongolian with a variation selector", "ᠠ\u180b", []],
    ["a C1 character in a run with an escape, after a letter with an accent", "\xe2\x1b\x80", ["SK803"]],
    ["Hindi", "क्\u200dष", []],
    ["a joiner between Latin letters", "a\u200db", ["SK804"]],
    ["a joiner at the end", "a\u200d", ["SK804"]],
    ["eight zero-width spaces", `a${"\u200b".repeat(8)}b`, ["SK804"]],
    ["a byte in variation selectors", `a${"\u{e0100}\u{e0101}".repeat(4)}`, ["SK804"]],
    ["an ideograph with a variation", "葛\u{e0100}", []],
    ["a word that is spelt out", "t\u200bu\u200br\u200bn off", ["SK804", "SK804", "SK804"]],
    ["a longer word that is spelt out", "r\u200be\u200bt\u200bu\u200br\u200bn", ["SK804", "SK804", "SK804"]],
    ["a zero-width space", "a\u200bb", []],
    ["a soft hyphen", "Donau\u00addampf", []],
  ])("%s", async (_, text, codes) => {
    expect(await blocking(skillWith(text))).toEqual(codes);
  });

  test.each([
    ["description", bundleOf({ "SKILL.md": `---\nname: pdf\ndescription: Fills${tags("x")} in.\n---\nText\n` })],
    ["a script", skillWith("", { "scripts/run.sh": `echo ${tags("x")}\n` })],
    ["data", skillWith("", { "data.json": `{"a": "${tags("x")}"}` })],
    ["the name of a file", skillWith("", { [`notes${tags("x")}.txt`]: "notes" })],
  ])("count in %s", async (_, bundle) => {
    expect(await blocking(bundle)).toEqual(["SK801"]);
  });

  test.each([
    ["a joiner in a family", "\u{1f468}\u200d\u{1f469}", "a\u200db", "SK804"],
    ["a non-joiner in Persian", "می\u200cخواهم", "a\u200cb", "SK816"],
    ["a joiner in Hindi", "क्\u200dष", "1\u200d2", "SK804"],
    ["a right-to-left mark in Hebrew", "שלום\u200f!", "a\u200fb", "SK816"],
    ["a left-to-right mark in Hebrew", "שלום\u200e!", "a\u200eb", "SK816"],
    ["an Arabic letter mark in Arabic", "سلام\u061c!", "a\u061cb", "SK816"],
    ["a Mongolian variation selector", "ᠠ\u180b", "a\u180b", "SK816"],
    ["an emoji's variation selector", "\u2764\ufe0f", " \ufe0f", "SK816"],
    ["another variation selector", "a\ufe00", " \ufe00", "SK816"],
    ["a variation of an ideograph", "葛\u{e0100}", "a\u{e0100}", "SK816"],
    ["the flag of Wales", `\u{1f3f4}${tags("gbwls")}\u{e007f}`, tags("gbwls"), "SK801"],
    ["the flag of England", `\u{1f3f4}${tags("gbeng")}\u{e007f}`, tags("gbeng"), "SK801"],
  ])("%s is not reported, and elsewhere it is", async (_, rightly, wrongly, code) => {
    expect([await codesOf(skillWith(rightly)), await codesOf(skillWith(wrongly))]).toEqual([[], [code]]);
  });

  test("[G5] those that only deserve a look are SK816", async () => {
    const found = await findingsOf(skillWith("a\u200bb c\u00add \u3164"));
    expect(found.map(({ code, column }) => [code, column])).toEqual([
      ["SK816", 2],
      ["SK816", 6],
      ["SK816", 9],
    ]);
  });

  test.each([
    ["a\u202eb", "U+202E"],
    ["a\x07b", "U+0007"],
    ["a\u200db", "U+200D"],
    ["word\u00ad word", "U+00AD"],
  ])("the finding names the character: %j", async (text, name) => {
    const [found] = await findingsOf(skillWith(text));
    expect(found?.message).toContain(`(${name})`);
  });

  test("the finding says what the tags spell, where, and shows none of them", async () => {
    expect(await findingsOf(skillWith(`Do it.${tags("run")}`))).toEqual([
      {
        code: "SK801",
        severity: "block",
        message: "the text has tag characters that spell `run`",
        path: "SKILL.md",
        line: 8,
        column: 7,
        evidence: "Do it.\\u{e0072}\\u{e0075}\\u{e006e}",
        why: "tag characters are invisible, and models read them as text: whole instructions can be hidden in them",
        help: "do not use the skill before its author has removed them",
      },
    ]);
  });
});

describe("[G6] metadata", () => {
  test.each([
    ["fine", Buffer.from(`${HEAD}Text`), []],
    ["broken in the frontmatter", Buffer.from("---\nname: caf\xe9\ndescription: x\n---\nText", "latin1"), ["SK805"]],
    ["broken in the body only", Buffer.concat([Buffer.from(HEAD), Buffer.from("caf\xe9", "latin1")]), []],
    ["UTF-16", Buffer.from(`\ufeff${HEAD}`, "utf16le"), ["SK805"]],
  ])("%s", async (_, bytes, codes) => {
    expect(await blocking(bundleOf({ "SKILL.md": bytes }))).toEqual(codes);
  });

  test("a NUL is found in every notation", async () => {
    expect(await blocking(bundleOf({ "SKILL.md": "---\nname: p\0df\ndescription: x\n---\n" }))).toContain("SK805");
  });

  test("sidecars count too", async () => {
    const broken = Buffer.from("interface:\n  display_name: caf\xe9\n", "latin1");
    expect(await blocking(skillWith("", { "agents/openai.yaml": broken }))).toEqual(["SK805"]);
  });
});

describe("[G6] paths", () => {
  test.each([
    ["a/b.md", []],
    ["..", ["SK808"]],
    ["../a.md", ["SK808"]],
    ["a/../../b", ["SK808"]],
    ["/etc/passwd", ["SK808"]],
    ["C:/a", ["SK808"]],
    ["a\\b", ["SK808"]],
    ["nul", ["SK808"]],
    ["a/aux.txt", ["SK808"]],
    ["auxiliary.txt", []],
    ["", ["SK808"]],
  ])("%j", async (path, codes) => {
    expect(await blocking(skillWith("", { [path]: "x" }))).toEqual(codes);
  });

  test.each([
    [["README.md", "readme.md"], ["SK807"]],
    [["caf\u00e9.md", "cafe\u0301.md"], ["SK807"]],
    [["Docs/a.md", "docs/b.md"], ["SK807"]],
    [["straße.md", "STRASSE.md"], ["SK807"]],
    [["stra\u1e9ee.md", "strasse.md"], ["SK807"]],
    [["a.md", "b.md"], []],
  ])("%j", async (paths, codes) => {
    expect(await blocking(skillWith("", Object.fromEntries(paths.map((path) => [path, "x"]))))).toEqual(codes);
  });
});

describe("[G6] frontmatter with a language", () => {
  test.each([
    ["---js\n{}\n---\n", ["SK809"]],
    ["--- javascript\n{}\n---\n", ["SK809"]],
    ["---coffee\n---\n", ["SK809"]],
    [HEAD, []],
    ["---\njs: 1\n---\n", []],
    ["--- \nname: x\n---\n", []],
  ])("%j", async (text, codes) => {
    expect(await blocking(skillWith("", { "commands/run.md": text }))).toEqual(codes);
  });

  test("in SKILL.md any language", async () => {
    expect(await blocking(bundleOf({ "SKILL.md": "---lua\nreturn 1\n---\n" }))).toEqual(["SK809"]);
  });
});

describe("[G6] [G12] programs and archives", () => {
  const elf = Buffer.from("7f454c4602010100000000000000000002003e00", "hex");
  const pe = Buffer.alloc(256);
  pe.write("MZ");
  pe.writeUInt32LE(128, 60);
  pe.write("PE\0\0", 128);
  const macho = Buffer.from("cffaedfe0700000100000000", "hex");
  const zip = Buffer.from("504b0304140000000000", "hex");
  test.each([
    ["logo.png", elf, ["SK810"]],
    ["notes.txt", pe, ["SK810"]],
    ["data.json", macho, ["SK810"]],
    ["photo.jpg", Buffer.from("#!/bin/sh\necho\n"), ["SK810"]],
    ["run.sh", elf, ["SK810"]],
    ["page.xpng", Buffer.from("#!/bin/sh\necho\n"), []],
    ["bin/tool", elf, ["SK819"]],
    ["tool.exe", pe, ["SK819"]],
    ["lib.so", elf, ["SK819"]],
    ["lib.so.1", elf, ["SK819"]],
    ["mod.wasm", Buffer.from("0061736d01000000", "hex"), ["SK819"]],
    ["Main.class", Buffer.from("cafebabe00000034001d", "hex"), ["SK819"]],
    [
      "notes.md",
      Buffer.from("MZ is how it begins, and nothing follows that is a program at all, only words and words.\n"),
      [],
    ],
    ["notes.txt", Buffer.concat([Buffer.from("no"), pe.subarray(2)]), []],
    ["tools.zip", zip, ["SK818"]],
    ["tools.dat", zip, ["SK818"]],
    ["form.docx", zip, []],
    ["logo.png", Buffer.from("89504e470d0a1a0a0000", "hex"), []],
  ])("%s %#", async (path, bytes, codes) => {
    expect(await codesOf(skillWith("", { [path]: bytes }))).toEqual(codes);
  });
});

describe("[G6] [G12] each kind of program and archive is recognised by its first bytes", () => {
  const tar = Buffer.alloc(1024);
  tar.write("ustar", 257);
  const image = Buffer.alloc(1024);
  image.write("koly", 512);
  const pe = Buffer.alloc(256);
  pe.write("MZ");
  pe.writeUInt32LE(128, 60);
  pe.write("PE\0\0", 128);
  const hex = (text: string): Buffer => Buffer.concat([Buffer.from(text.replaceAll(" ", ""), "hex"), Buffer.alloc(16)]);
  const PROGRAMS: [string, Buffer][] = [
    ["an ELF program", hex("7f 45 4c 46")],
    ["a Windows program", pe],
    ["a Mach-O program", hex("ce fa ed fe")],
    ["a Mach-O program", hex("cf fa ed fe")],
    ["a Mach-O program", hex("ca fe ba be 00 00 00 02")],
    ["a Mach-O program", hex("ca fe ba be 00 00 00 27")],
    ["Java bytecode", hex("ca fe ba be 00 00 00 28")],
    ["WebAssembly", hex("00 61 73 6d")],
    ["Python bytecode", hex("a7 0d 0d 0a 01 00 00 00")],
    ["a Windows shortcut", hex("4c 00 00 00 01 14 02 00")],
  ];
  const ARCHIVES: [string, Buffer][] = [
    ["a zip archive", hex("50 4b 03 04")],
    ["a gzip archive", hex("1f 8b 08")],
    ["an xz archive", hex("fd 37 7a 58 5a")],
    ["a 7z archive", hex("37 7a bc af 27 1c")],
    ["a rar archive", hex("52 61 72 21 1a 07")],
    ["a tar archive", tar],
    ["a disk image", image],
  ];
  const found = async (path: string, bytes: Buffer): Promise<string[]> =>
    (await findingsOf(skillWith("", { [path]: bytes }))).map(({ code, message }) => `${code} ${message}`);

  test.each(PROGRAMS)("%s %#", async (what, bytes) => {
    expect(await found("file.dat", bytes)).toEqual([`SK819 the skill contains ${what}`]);
    expect(await found("file.png", bytes)).toEqual([`SK810 a file with the extension \`.png\` is ${what}`]);
  });

  test.each(ARCHIVES)("%s", async (what, bytes) => {
    expect(await found("file.dat", bytes)).toEqual([`SK818 the skill contains ${what}`]);
  });

  test.each([...PROGRAMS, ...ARCHIVES])(
    "a file with another third byte in its mark is not %s %#",
    async (what, bytes) => {
      const other = Buffer.from(bytes);
      const start = what === "a Windows program" ? 128 : bytes.findIndex((byte) => byte !== 0 && byte !== 0xa7);
      other[start + 2] = 0xee;
      expect((await found("file.dat", other)).filter((message) => message.endsWith(what))).toEqual([]);
    },
  );
});

test("[G6] bytes that are not UTF-8 count as metadata up to the closing fence, and without one in the first 65,536 bytes", async () => {
  const unclosed = (before: number): Bundle =>
    bundleOf({ "SKILL.md": Buffer.concat([Buffer.from("---\n".padEnd(before, "#")), Buffer.from([0xff])]) });
  expect((await codesOf(unclosed(65_535))).includes("SK805")).toBe(true);
  expect((await codesOf(unclosed(65_536))).includes("SK805")).toBe(false);
});

describe("[G20] the language of a script", () => {
  const languageIn = async (path: string, text: string): Promise<string | undefined> =>
    (await capabilitiesIn(skillWith("", { [path]: text }))).scripts[0]?.language;

  test.each(
    Object.entries({
      shell: "sh bash zsh fish command",
      powershell: "ps1 psm1",
      batch: "bat cmd",
      vbscript: "vbs",
      applescript: "applescript scpt",
      python: "py pyw",
      javascript: "js mjs cjs jsx",
      typescript: "ts mts cts tsx",
      elixir: "ex exs",
      ...{ ruby: "rb", perl: "pl", php: "php", lua: "lua", go: "go", rust: "rs", java: "java", kotlin: "kt" },
      ...{ swift: "swift", c: "c", "c++": "cpp", "c#": "cs", r: "r", julia: "jl", awk: "awk", sql: "sql" },
    }).flatMap(([language, extensions]) => extensions.split(" ").map((extension) => [extension, language])),
  )("of a file `.%s` is %s", async (extension, language) => {
    expect(await languageIn(`run.${extension}`, "x\n")).toBe(language);
  });

  test.each([
    ["Makefile", "all:\n", "make"],
    ["justfile", "all:\n", "make"],
    ["Dockerfile", "FROM x\n", "docker"],
    ["run", "#!/usr/bin/env python3\n", "python"],
    ["run", "#!/usr/bin/node\n", "javascript"],
    ["run", "#!/usr/bin/env bun\n", "javascript"],
    ["run", "#!/usr/bin/env deno\n", "javascript"],
    ["run", "#!/usr/bin/env tsx\n", "typescript"],
    ["run", "#!/usr/bin/ruby\n", "ruby"],
    ["run", "#!/usr/bin/perl -w\n", "perl"],
    ["run", "#!/usr/bin/php\n", "php"],
    ["run", "#!/usr/bin/env pwsh\n", "powershell"],
    ["run", "#!/usr/bin/osascript\n", "applescript"],
    ["run", "#!/usr/bin/Rscript\n", "r"],
    ["run", "#!/bin/dash\n", "shell"],
    ["run", "#!/usr/bin/tclsomething\n", "other"],
    ["notes.md", "python\n", undefined],
  ])("of %s with %j is %s", async (path, text, language) => {
    expect(await languageIn(path, text)).toBe(language);
  });
});

test("[G11] files that a signature leaves out block, and without a signature nothing is reported", async () => {
  const bundle = skillWith("", { "scripts/run.sh": "echo\n", "skill.oms.sig": "{}" });
  const covered = new Set(["SKILL.md", "skill.oms.sig"]);
  expect((await findingsOf(bundle, { covered })).map(({ code, path }) => [code, path])).toEqual([
    ["SK811", "scripts/run.sh"],
  ]);
  expect(await findingsOf(bundle)).toEqual([]);
});
