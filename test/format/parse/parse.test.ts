import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkSkillFile } from "../../../src/format/check/check.ts";
import { parseCareful } from "../../../src/format/parse/parse-careful.ts";
import { DEFAULT_LIMITS } from "../../../src/model/limits.ts";
import type { Skill } from "../../../src/model/skills/skill.ts";
import { loadRoot, makeTree, outcomes, rootAt, skill } from "../../tree.ts";

interface Verdict {
  readonly name?: string;
  readonly description?: string;
  /** Returns `SK003@3:14` for each diagnostic, in order. */
  readonly found: readonly string[];
}

const PLACE = { path: "/r/pdf/SKILL.md", directory: "/r/pdf", root: rootAt("/r") };

function parse(content: string | Uint8Array, maxBytes = DEFAULT_LIMITS.maxFrontmatterBytes) {
  const parsed = parseCareful(PLACE, typeof content === "string" ? Buffer.from(content) : content, maxBytes);
  return { ...parsed, diagnostics: [...parsed.diagnostics, ...(parsed.skill ? checkSkillFile(parsed.skill) : [])] };
}

function verdict(content: string | Uint8Array): Verdict {
  const { skill: parsed, diagnostics } = parse(content);
  const found = diagnostics.map(({ code, at }) => (at ? `${code}@${at.line}:${at.column}` : code));
  return parsed ? { name: parsed.name, description: parsed.description, found } : { found };
}

/** Returns the parsed skill, or fails the test if there is none. */
function parsedSkill(content: string | Uint8Array): Skill {
  const { skill: parsed } = parse(content);
  if (!parsed) throw new Error("rejected");
  return parsed;
}

/** Returns a file with these lines of frontmatter and a body. */
function block(lines: string): string {
  return `---\n${lines}---\nBody.\n`;
}

const fine = (...found: string[]): Verdict => ({ name: "pdf", description: "Reads PDFs.", found });
const TEXT = "---\nname: pdf\ndescription: Reads PDFs.\n---\nBody.\n";

describe("fences", () => {
  test.each<[string, string, Verdict]>([
    ["exactly three hyphens", TEXT, fine()],
    ["nothing behind the closing fence", TEXT.slice(0, -"\nBody.\n".length), fine()],
    ["a body with rules in it", `${TEXT}---\nname: other\n---\n`, fine()],
    ["a block of comments around the keys", block("# a\nname: pdf\n# b\ndescription: Reads PDFs.\n"), fine()],
    ["hyphens inside a value", block("name: pdf\ndescription: Reads PDFs.\nnote: a --- b\n"), fine("SK113@4:1")],
    ["four hyphens do not close", "---\nname: pdf\n----\ndescription: Reads PDFs.\n---\n", fine("SK003@2:7")],
  ])("[P2] %s", (_, text, expected) => {
    expect(verdict(text)).toEqual(expected);
  });

  test("[P2] an empty block is a block", () => {
    expect(verdict("---\n---\n")).toEqual({ name: "", description: "", found: ["SK101@1:1", "SK102@1:1"] });
  });

  test.each<[string, string | Uint8Array, string]>([
    ["an empty file", "", "SK001@1:1"],
    ["a blank file", " \n\n\t\n", "SK001@4:1"],
    ["Markdown", "# PDF\n\nReads PDFs.\n", "SK001@1:1"],
    ["Markdown with a rule", "# PDF\n\n---\n\nReads PDFs.\n", "SK001@1:1"],
    ["two hyphens", "--\nname: pdf\n--\n", "SK001@1:1"],
    ["plus signs (TOML)", '+++\nname = "pdf"\n+++\n', "SK001@1:1"],
    ["indented fences", "  ---\n  name: pdf\n  ---\n", "SK001@1:1"],
    ["not closed", "---\nname: pdf\ndescription: Reads PDFs.\n", "SK002@1:1"],
    ["only a fence", "---", "SK002@1:1"],
    ["only a fence and a line end", "---\n", "SK002@1:1"],
    ["closed by dots", "---\nname: pdf\n...\nBody\n", "SK002@1:1"],
    ["closed by an indented fence", "---\nname: pdf\n ---\nBody\n", "SK002@1:1"],
    ["a title first", "# PDF\n---\nname: pdf\n---\n", "SK012@2:1"],
    ["a code fence around it", "```yaml\n---\nname: pdf\n---\n```\n", "SK012@2:1"],
    ["no opening fence", "name: pdf\ndescription: Reads PDFs.\n---\nBody\n", "SK012@1:1"],
    ["text on the opening line", "--- name: pdf\ndescription: x\n---\n", "SK012@1:1"],
    ["a key on the opening line", "---name: pdf\ndescription: x\n---\n", "SK012@1:1"],
    ["many hyphens", "--------\nname: pdf\n--------\n", "SK012@1:1"],
    ["---js", "---js\nmodule.exports = { name: process.exit(1) }\n---\n", "SK013@1:1"],
    ["---json", '---json\n{"name": "pdf"}\n---\n', "SK013@1:1"],
    ["---yaml", "---yaml\nname: pdf\ndescription: x\n---\n", "SK013@1:1"],
    ["---coffee with blanks", "---coffee  \nx\n---\n", "SK013@1:1"],
    ["NULs", new Uint8Array(9), "SK001@1:1"],
  ])("[P2] %s is rejected", (_, content, expected) => {
    expect(verdict(content)).toEqual({ found: [expected] });
  });

  test("[P2] a language-tagged fence is never evaluated", () => {
    const before = Object.keys(globalThis).length;
    verdict("---js\nglobalThis.hacked = true\n---\n");
    expect(Object.keys(globalThis).length).toBe(before);
  });

  test.each([
    ["as long as is allowed", 200, true],
    ["one byte longer", 201, false],
  ])("[P2] frontmatter %s", (_, bytes, loads) => {
    const head = "name: pdf\ndescription: Reads PDFs.\n#";
    const text = block(`${head.padEnd(bytes - 1, "x")}\n`);
    const { skill: parsed, diagnostics } = parse(text, 200);
    expect(parsed !== undefined).toBe(loads);
    expect(diagnostics).toEqual(
      loads
        ? []
        : [
            {
              code: "SK007",
              severity: "error",
              path: PLACE.path,
              message: "the frontmatter is larger than 200 bytes (`limits.max_frontmatter_bytes`)",
              help: "move text into the body; hosts keep the frontmatter in memory",
            },
          ],
    );
  });

  test("[P2] the limit counts bytes, not characters", () => {
    expect(
      parse(block(`name: pdf\ndescription: ${"漢".repeat(80)}\n`), 200).diagnostics.map((each) => each.code),
    ).toEqual(["SK007"]);
  });

  test("[P2] [P19] the message about a missing end names the probable line", () => {
    const { diagnostics } = parse("---\nname: pdf\ndescription: x\n ---\nBody\n");
    expect(diagnostics).toEqual([
      {
        code: "SK002",
        severity: "error",
        message: "the frontmatter is never closed",
        path: PLACE.path,
        at: { path: PLACE.path, line: 1, column: 1, length: 3, text: "---" },
        help: "line 4 has `---`; write exactly `---` there, at the start of the line",
      },
    ]);
  });
});

const utf16 = (text: string, big = false): Uint8Array => {
  const bytes = Buffer.from(text, "utf16le");
  return big ? bytes.swap16() : bytes;
};

describe("bytes", () => {
  test.each<[string, string | Uint8Array, Verdict]>([
    ["a byte order mark", `\ufeff${TEXT}`, fine("SK008@1:1")],
    ["two byte order marks", `\ufeff\ufeff${TEXT}`, { found: ["SK008@1:1", "SK001@1:1"] }],
    ["UTF-16 LE with a mark", utf16(`\ufeff${TEXT}`), fine("SK010@1:1")],
    ["UTF-16 BE with a mark", utf16(`\ufeff${TEXT}`, true), fine("SK010@1:1")],
    ["UTF-16 LE without a mark", utf16(TEXT), fine("SK010@1:1")],
    ["UTF-16 BE without a mark", utf16(TEXT, true), fine("SK010@1:1")],
    ["blank lines first", `\n  \n${TEXT}`, fine("SK011@3:1")],
    ["CRLF", TEXT.replaceAll("\n", "\r\n"), fine("SK025@1:1")],
    ["CR", TEXT.replaceAll("\n", "\r"), fine("SK025@1:1")],
    ["CRLF and LF mixed", TEXT.replace("pdf\n", "pdf\r\n"), fine("SK025@1:1")],
    ["blanks after the opening fence", TEXT.replace("---", "---  "), fine("SK026@1:1")],
    ["blanks after the closing fence", TEXT.replace("---\nBody", "---\t\nBody"), fine("SK026@4:1")],
    ["a tab that indents", block("name: pdf\ndescription: Reads PDFs.\nmetadata:\n\ta: b\n"), fine("SK119@5:1")],
    ["a tab behind a colon", block("name:\tpdf\ndescription:\tReads PDFs.\n"), fine()],
    [
      "everything at once",
      `\ufeff\n${TEXT.replace("---", "--- ").replaceAll("\n", "\r\n")}`,
      fine("SK008@1:1", "SK025@1:1", "SK011@2:1", "SK026@2:1"),
    ],
  ])("[P4] %s", (_, content, expected) => {
    expect(verdict(content)).toEqual(expected);
  });

  test("[P4] invalid UTF-8 is replaced and said, where it stands", () => {
    const bytes = Buffer.from(TEXT.replace("Reads", "R?ads"));
    bytes[bytes.indexOf("?")] = 0xe9;
    expect(verdict(bytes)).toEqual({ name: "pdf", description: "R\ufffdads PDFs.", found: ["SK009@3:15"] });
  });

  test("[P4] a written replacement character is not a broken byte", () => {
    expect(verdict(TEXT.replace("Reads", "R\ufffdads")).found).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["the file has CRLF line ends", "\r\n", "\r\n"],
    ["the file has CR line ends", "\r", "\r"],
    ["the file mixes CRLF and LF line ends", "\r\n", "\n"],
  ])("[P4] %s", (message, first, other) => {
    const text = TEXT.replace("\n", first).replace(/(?<!\r)\n/g, other);
    expect(parse(text).diagnostics).toEqual([
      {
        code: "SK025",
        severity: "info",
        message,
        path: PLACE.path,
        at: { path: PLACE.path, line: 1, column: 1, length: 1, text: "---" },
        help: "save the file with LF line ends: with other line ends, some hosts do not see the frontmatter",
      },
    ]);
  });
});

describe("what is not YAML", () => {
  test.each<[string, string, Verdict]>([
    [
      "a colon in a value",
      "name: pdf\ndescription: Reads: PDFs\n",
      { name: "pdf", description: "Reads: PDFs", found: ["SK003@3:14"] },
    ],
    [
      "a colon at the end",
      "name: pdf\ndescription: Reads PDFs:\n",
      { name: "pdf", description: "Reads PDFs:", found: ["SK003@3:14"] },
    ],
    ["a quote that is not closed", 'name: pdf\ndescription: "Reads PDFs.\n', fine("SK003@3:14")],
    [
      "a quote inside quotes",
      'name: pdf\ndescription: "Reads "PDFs"."\n',
      { name: "pdf", description: 'Reads "PDFs".', found: ["SK003@3:14"] },
    ],
    [
      "an apostrophe inside apostrophes",
      "name: pdf\ndescription: 'It's good.'\n",
      { name: "pdf", description: "It's good.", found: ["SK003@3:14"] },
    ],
    [
      "text behind a quoted value",
      'name: pdf\ndescription: "PDFs" and more\n',
      { name: "pdf", description: '"PDFs" and more', found: ["SK003@3:14"] },
    ],
    [
      "an apostrophe behind one that is not closed",
      "name: pdf\ndescription: 'It's good.\n",
      { name: "pdf", description: "It's good.", found: ["SK003@3:14"] },
    ],
    [
      "two names in apostrophes",
      "name: pdf\ndescription: 'a' or 'b' it is\n",
      { name: "pdf", description: "'a' or 'b' it is", found: ["SK003@3:14"] },
    ],
    [
      "a bracket that is not closed",
      "name: pdf\ndescription: [Reads PDFs.\n",
      { name: "pdf", description: "[Reads PDFs.", found: ["SK003@3:14"] },
    ],
    [
      "a value that begins with @",
      "name: pdf\ndescription: @pdf reads\n",
      { name: "pdf", description: "@pdf reads", found: ["SK003@3:14"] },
    ],
    [
      "a value that begins with a backquote",
      "name: pdf\ndescription: `pdf` reads\n",
      { name: "pdf", description: "`pdf` reads", found: ["SK003@3:14"] },
    ],
    [
      "a value that begins with %",
      "name: pdf\ndescription: % of PDFs\n",
      { name: "pdf", description: "% of PDFs", found: ["SK003@3:14"] },
    ],
    [
      "a value that begins with *",
      "name: pdf\ndescription: *bold* PDFs\n",
      { name: "pdf", description: "*bold* PDFs", found: ["SK003@3:14"] },
    ],
    ["lines that are not indented", "name: pdf\ndescription: Reads\nPDFs.\n", fine("SK003@3:14")],
    ["a block that is not indented", "name: pdf\ndescription: >-\nReads\nPDFs.\n", fine("SK003@3:14")],
    [
      "a list item among keys",
      "name: pdf\n- x\ndescription: Reads PDFs.\n",
      { name: "pdf - x", description: "Reads PDFs.", found: ["SK003@2:7", "SK103@2:7", "SK104@2:7"] },
    ],
    ["another key is broken", "name: pdf\ndescription: Reads PDFs.\nlicense: a: b\n", fine("SK003@4:10")],
    [
      "every key is broken",
      "name: a: b\ndescription: c: d\n",
      { name: "a: b", description: "c: d", found: ["SK003@2:7", "SK003@3:14", "SK103@2:7", "SK104@2:7"] },
    ],
    [
      "a blank before the colon",
      "name : pdf\ndescription : Reads: PDFs\n",
      { name: "pdf", description: "Reads: PDFs", found: ["SK003@3:15"] },
    ],
    [
      "an indented first key",
      " name: pdf\ndescription: Reads PDFs.\n",
      { name: "", description: "Reads PDFs.", found: ["SK003@3:1", "SK101@1:1"] },
    ],
    [
      "a second document",
      "name: pdf\n...\ndescription: Reads PDFs.\n",
      { name: "pdf", description: "Reads PDFs.", found: ["SK003@3:1"] },
    ],
    [
      "only a list",
      "- name: pdf\n- description: x\n",
      { name: "", description: "", found: ["SK101@1:1", "SK102@1:1"] },
    ],
    ["only text", "Reads PDFs\n", { name: "", description: "", found: ["SK101@1:1", "SK102@1:1"] }],
    [
      "merge conflict",
      "<<<<<<< HEAD\nname: pdf\n=======\nname: pdf2\n>>>>>>> x\ndescription: Reads PDFs.\n",
      { name: "pdf2 >>>>>>> x", description: "Reads PDFs.", found: [] },
    ],
  ])("[P5] %s", (title, lines, expected) => {
    const actual = verdict(block(lines));
    if (title === "merge conflict") expect(actual.description).toBe(expected.description);
    else expect(actual).toEqual(expected);
  });

  test.each([
    ['license: "MIT', "one of its quotes or brackets is never closed, or a line is indented too little"],
    ["license: [MIT", "one of its quotes or brackets is never closed, or a line is indented too little"],
    ["license: [a b c: [d] e]", "a comma is missing between two items"],
    ["license: [, a]", "there is nothing before a comma"],
    ["license: * all", "`*` begins an alias in YAML, and no name follows"],
    ["license: & all", "`&` begins an anchor in YAML, and no name follows"],
    ["license: *all", "alias `*all` has no anchor"],
    ['license: "\\q"', "it has an escape that YAML does not define"],
    ["license:\n  a: b\n   c: d", "one of its lines is indented differently from the lines around it"],
    [`license: ${"[".repeat(40)}${"]".repeat(40)}`, "it is nested more than 32 levels deep"],
    ['license: "a" b', "text follows its closing quote"],
    ["license: 'it''s' b", "text follows its closing quote"],
  ])("[P5] the message describes the problem in words: %s", (line, why) => {
    const { diagnostics } = parse(block(`name: pdf\ndescription: Reads PDFs.\n${line}\n`));
    expect(diagnostics.map(({ message }) => message)[0]).toBe(
      `\`license\` is not valid YAML: ${why}; it was read as plain text`,
    );
  });

  test("[P5] the message shows the value and the fix", () => {
    const text = 'description: Build for "AWS": ECS';
    expect(parse(block(`name: pdf\n${text}\n`)).diagnostics).toEqual([
      {
        code: "SK003",
        severity: "warning",
        message: "`description` is not valid YAML: an unquoted `: ` begins a new mapping; it was read as plain text",
        path: PLACE.path,
        at: { path: PLACE.path, line: 3, column: 14, length: 20, text },
        help: 'put the value in quotes: `description: "Build for \\"AWS\\": ECS"`',
        fix: [{ start: 23, end: 43, text: '"Build for \\"AWS\\": ECS"' }],
      },
    ]);
  });

  test("[P5] one bad line costs one key", () => {
    const parsed = parsedSkill(
      block("name: pdf\ndescription: a: b\nlicense: MIT\nmetadata:\n  x: [1, 2]\nallowed-tools: [Read, Grep]\n"),
    );
    expect([parsed.name, parsed.description, parsed.manifest]).toEqual([
      "pdf",
      "a: b",
      { license: "MIT", metadata: { x: [1, 2] }, allowedTools: ["Read", "Grep"] },
    ]);
  });
});

describe("rights", () => {
  const manifest = (lines: string) => {
    const { skill: parsed, diagnostics } = parse(block(`name: pdf\ndescription: Reads PDFs.\n${lines}`));
    return { manifest: parsed?.manifest, codes: diagnostics.map((each) => each.code) };
  };

  test.each<[string, string, object, string[]]>([
    ["a grant", "allowed-tools: [Bash, Read\n", {}, ["SK003", "SK118"]],
    ["a grant in quotes", 'allowed-tools: "Bash\n', {}, ["SK003", "SK118"]],
    ["a grant with a colon", "allowed-tools: Bash: all\n", {}, ["SK003", "SK118"]],
    ["hooks", "hooks: {PreToolUse: [\n", {}, ["SK003", "SK118"]],
    ["a shell", "shell: [bash\n", {}, ["SK003", "SK118"]],
  ])("[P6] unreadable, %s is dropped", (_, lines, expected, codes) => {
    expect(manifest(lines)).toEqual({ manifest: expected, codes });
  });

  test.each<[string, object]>([
    ["disable-model-invocation: maybe\n", { disableModelInvocation: true }],
    ["disable-model-invocation: [false]\n", { disableModelInvocation: true }],
    ["disable-model-invocation: {}\n", { disableModelInvocation: true }],
    ["disable-model-invocation: 2\n", { disableModelInvocation: true }],
    ["disable_model_invocation: nope\n", { disableModelInvocation: true }],
    ["user-invocable: perhaps\n", { userInvocable: false }],
    ["user-invocable: []\n", { userInvocable: false }],
  ])("[P6] unreadable, a restriction is read strictly: %j", (lines, expected) => {
    const { manifest: actual, codes } = manifest(lines);
    expect(actual).toEqual(expected);
    expect(codes).toContain("SK118");
  });

  test.each<[string, string, string[]]>([
    ["not closed", "disallowed-tools: [Bash, Write\n", ["Bash", "Write"]],
    ["a quote not closed", 'disallowed-tools: "Bash, Write\n', ["Bash", "Write"]],
    ["quotes inside that are not closed", 'disallowed-tools: ["Bash", "Write\n', ["Bash", "Write"]],
    ["a mapping", "disallowed-tools: {Bash: true}\n", ["Bash"]],
    ["a mapping that is not closed", "disallowed-tools: {Bash: true, Write: true\n", ["Bash", "Write"]],
    ["an item that is a mapping", "disallowed-tools:\n  - Bash(a: b)\n  - Write\n", ["Bash(a: b)", "Write"]],
  ])("[P6] tools that cannot be read are not silently allowed again: %s", (_, lines, denied) => {
    const { manifest: actual, codes } = manifest(lines);
    expect(actual?.disallowedTools).toEqual(expect.arrayContaining(denied));
    expect(codes.filter((code) => code === "SK003" || code === "SK118")).not.toEqual([]);
  });

  test("[P6] hooks that are only text grant nothing", () => {
    expect(manifest(`hooks: '{"PreToolUse": [{"command": "x"}]}'\n`)).toEqual({
      manifest: {},
      codes: [expect.stringMatching(/^SK1(08|18)$/)],
    });
  });

  test("[P6] a grant inside a list that cannot be read is dropped with a word", () => {
    const { manifest: actual, codes } = manifest("allowed-tools:\n  - Bash(a: b)\n  - Read\n");
    expect(actual).toEqual({ allowedTools: ["Read"] });
    expect(codes).toEqual(["SK118"]);
  });

  test.each([
    ["true", true],
    ["yes", true],
    ["on", true],
    ["'true'", true],
    ["1", true],
    ["no", false],
    ["OFF", false],
    ["0", false],
  ])("[P6] disable-model-invocation: %s is %j", (text, value) => {
    expect(manifest(`disable-model-invocation: ${text}\n`).manifest).toEqual({ disableModelInvocation: value });
  });
});

describe("quotes, duplicates, lines, comments", () => {
  test.each([
    ["“Reads PDFs.”", "Reads PDFs.", true],
    ["‘Reads PDFs.’", "Reads PDFs.", true],
    ["«Reads PDFs.»", "Reads PDFs.", true],
    ["„Reads PDFs.“", "Reads PDFs.", true],
    ["Reads “PDFs”.", "Reads “PDFs”.", false],
    ["“PDFs” are read.", "“PDFs” are read.", false],
    ["Reads “PDFs”", "Reads “PDFs”", false],
    ["“PDFs” and “DOCs”", "“PDFs” and “DOCs”", false],
    ["“", "“", false],
  ])("[P5] %s → %s", (written, description, reported) => {
    expect(verdict(block(`name: pdf\ndescription: ${written}\n`))).toEqual({
      name: "pdf",
      description,
      found: reported ? ["SK111@3:14"] : [],
    });
  });

  test("[P5] around a name too, with a repair", () => {
    expect(parse(block("name: “pdf”\ndescription: x\n")).diagnostics).toEqual([
      {
        code: "SK111",
        severity: "warning",
        message: "typographic quotes around `name` are part of its text in YAML; they were removed",
        path: PLACE.path,
        at: { path: PLACE.path, line: 2, column: 7, length: 5, text: "name: “pdf”" },
        help: 'use straight quotes: `name: "pdf"`',
        fix: [{ start: 6, end: 11, text: '"pdf"' }],
      },
    ]);
  });

  test.each<[string, string, Verdict]>([
    ["twice", "name: doc\nname: pdf\ndescription: Reads PDFs.\n", fine("SK109@3:1")],
    ["three times", "name: a\nname: b\nname: pdf\ndescription: Reads PDFs.\n", fine("SK109@3:1", "SK109@4:1")],
    [
      "in a block that is not YAML",
      "name: doc\ndescription: a: b\nname: pdf\n",
      { name: "pdf", description: "a: b", found: ["SK003@3:14", "SK109@4:1"] },
    ],
    ["in quotes", 'name: doc\n"name": pdf\ndescription: Reads PDFs.\n', fine("SK109@3:2")],
  ])("[P5] a key %s: the last one wins", (_, lines, expected) => {
    const actual = verdict(block(lines));
    expect({ ...actual, found: [...actual.found].sort() }).toEqual({ ...expected, found: [...expected.found].sort() });
  });

  test("[P5] [P19] a problem of the winning key is reported at its position", () => {
    const { found } = verdict(block("name: pdf\nname: Doc\ndescription: Reads PDFs.\n"));
    expect(found).toEqual(["SK109@3:1", "SK103@3:7", "SK104@3:7"]);
  });

  test.each<[string, string, string, string[]]>([
    ["a folded block", "description: >-\n  Reads\n  PDFs.\n", "Reads PDFs.", []],
    ["a literal block", "description: |\n  Reads\n  PDFs.\n", "Reads PDFs.", ["SK116@3:1"]],
    ["continued lines", "description: Reads\n  PDFs.\n", "Reads PDFs.", []],
    ["a paragraph", "description: >\n  Reads\n\n  PDFs.\n", "Reads PDFs.", ["SK116@3:1"]],
    ["an escaped line end", 'description: "Reads\\nPDFs."\n', "Reads PDFs.", ["SK116@3:1"]],
    ["a zero-width space", "description: Re\u200bads PDFs.\n", "Reads PDFs.", ["SK112@3:16"]],
    ["a right-to-left override", "description: Reads \u202ePDFs.\n", "Reads PDFs.", ["SK112@3:20"]],
    ["tag characters", "description: Reads PDFs.\u{e0049}\u{e0047}\n", "Reads PDFs.", ["SK112@3:25"]],
    ["an escaped control", 'description: "Reads \\u001b[31mPDFs."\n', "Reads [31mPDFs.", ["SK112@3:1"]],
    ["an escaped bell and NUL", 'description: "Re\\aads\\0 PDFs."\n', "Reads PDFs.", ["SK112@3:1"]],
    ["a soft hyphen", "description: Rea\u00adds PDFs.\n", "Reads PDFs.", ["SK112@3:17"]],
    ["an emoji's joiner stays", "description: 👩\u200d💻 codes\n", "👩\u200d💻 codes", []],
    ["many blanks stay", "description: Reads   PDFs.\n", "Reads   PDFs.", []],
  ])("[P9] %s", (_, lines, description, found) => {
    expect(verdict(block(`name: pdf\n${lines}`))).toEqual({ name: "pdf", description, found });
  });

  test("[P9] a name is cleaned too, and the header keeps what was written", () => {
    const header = "name: p\u200bdf\ndescription: |\n  Reads\n  PDFs.\n";
    const parsed = parsedSkill(block(header));
    expect([parsed.name, parsed.description, parsed.header]).toEqual(["pdf", "Reads PDFs.", header]);
  });

  test("[P9] a description of invisible characters is none", () => {
    expect(verdict(block("name: pdf\ndescription: \u200b\u200b\n")).found).toEqual(["SK112@3:14", "SK102@3:14"]);
  });

  test.each([
    ["description: Fix issue #12 quickly\n", "Fix issue", ["SK110@3:24"]],
    ["description: Reads # PDFs\n", "Reads", ["SK110@3:20"]],
    ["description: Reads C# files\n", "Reads C# files", []],
    ["description: 'Fix issue #12'\n", "Fix issue #12", []],
    ["description: Reads PDFs.\nlicense: MIT # see LICENSE\n", "Reads PDFs.", []],
    ["description: Reads PDFs.\nlicense: MIT #1\n", "Reads PDFs.", ["SK110@4:14"]],
    ["description: Reads PDFs.\n# a comment\n", "Reads PDFs.", []],
    ["description: Reads: issue #12\n", "Reads: issue #12", ["SK003@3:14"]],
  ])("[P5] %j", (lines, description, found) => {
    expect(verdict(block(`name: pdf\n${lines}`))).toEqual({ name: "pdf", description, found });
  });
});

describe("bounds on YAML", () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${[..."bcdefghi"]
    .map(
      (key) =>
        `${key}: &${key} [${Array(10)
          .fill(`*${String.fromCharCode(key.charCodeAt(0) - 1)}`)
          .join()}]\n`,
    )
    .join("")}`;
  const codesOf = (lines: string): string[] =>
    parse(block(`name: pdf\ndescription: Reads PDFs.\n${lines}`)).diagnostics.map((each) => each.code);

  test.each<[string, string, boolean]>([
    ["an alias", "metadata:\n  a: &x 1\n  b: *x\n", true],
    ["an unused anchor", "metadata:\n  a: &x 1\n", false],
  ])("[P16] %s", (_, lines, reported) => {
    expect(codesOf(lines)).toEqual(reported ? ["SK120"] : []);
    expect(parsedSkill(block(`name: pdf\ndescription: x\n${lines}`)).manifest.metadata).toEqual(
      reported ? { a: 1, b: 1 } : { a: 1 },
    );
  });

  test.each<[string, string]>([
    ["an alias bomb", bomb],
    ["an alias to its own ancestor", "metadata: &m\n  m: *m\n"],
    ["an alias without an anchor", "metadata: *nobody\n"],
    [
      "more than 100 aliases",
      `metadata:\n  a: &a 1\n${Array.from({ length: 101 }, (_, n) => `  k${n}: *a\n`).join("")}`,
    ],
    ["a list too deep", `metadata: ${"[".repeat(200)}${"]".repeat(200)}\n`],
    ["a map too deep", `metadata: ${"{a: ".repeat(200)}1${"}".repeat(200)}\n`],
    [
      "indentation too deep",
      `metadata:\n${Array.from({ length: 200 }, (_, n) => `${" ".repeat(n + 1)}k:\n`).join("")}`,
    ],
    [
      "more than 65,536 values behind aliases",
      `metadata:\n  a: &a [${"1,".repeat(1000)}1]\n  b: [${"*a,".repeat(80)}1]\n`,
    ],
  ])("[P16] %s costs its own key and nothing else", (_, lines) => {
    const { skill: parsed, diagnostics } = parse(block(`name: pdf\ndescription: Reads PDFs.\n${lines}`));
    expect([parsed?.name, parsed?.description, parsed?.manifest.metadata]).toEqual(["pdf", "Reads PDFs.", undefined]);
    expect(diagnostics.map((each) => each.code)).toContain("SK003");
    expect(JSON.stringify(parsed).length).toBeLessThan(400_000);
  });

  test.each([
    ["!!str 12", "12", 2],
    ["!!js/function 'x'", "x", 2],
    ["!custom x", "x", 2],
    ["!!binary aGk=", "aGk=", 2],
    ["!!python/object:os.system x", "x", 2],
  ])("[P16] name: %s is %s; the tag is ignored and pointed at", (written, name, line) => {
    const actual = verdict(block(`name: ${written}\ndescription: x\n`));
    expect([actual.name, actual.found[0]]).toEqual([name, `SK121@${line}:7`]);
  });

  test("[P16] `<<` is an ordinary key", () => {
    expect(parsedSkill(block("name: pdf\ndescription: x\nmetadata:\n  <<: {a: 1}\n")).manifest.metadata).toEqual({
      "<<": { a: 1 },
    });
  });

  test("[P16] [P19] an alias is pointed at, not the first & of some text", () => {
    const { found } = verdict(block("name: pdf\ndescription: R&D and *more*\nmetadata:\n  a: &x 1\n  b: *x\n"));
    expect(found).toEqual([expect.stringMatching(/^SK120@[56]:/)]);
  });
});

describe("the body", () => {
  test("only frontmatter is kept", async () => {
    const tree = makeTree({
      "r/pdf/SKILL.md": `${skill("pdf")}SECRET BODY\n`,
      "r/doc/SKILL.md": `\ufeff${skill("doc")}SECRET BODY\n`,
    });
    const snapshot = await loadRoot(tree, "r");
    expect(outcomes(snapshot)).toEqual({ loaded: ["doc", "pdf"] });
    expect(JSON.stringify(snapshot)).not.toContain("SECRET");
  });

  test.each<[string, (text: string) => Uint8Array]>([
    ["UTF-8", (text) => Buffer.from(text)],
    ["a byte order mark", (text) => Buffer.from(`\ufeff${text}`)],
    ["CRLF", (text) => Buffer.from(text.replaceAll("\n", "\r\n"))],
    ["CR", (text) => Buffer.from(text.replaceAll("\n", "\r"))],
    ["UTF-16 LE", (text) => utf16(`\ufeff${text}`)],
    ["UTF-16 BE", (text) => utf16(`\ufeff${text}`, true)],
    ["blank lines first", (text) => Buffer.from(`\n\n${text}`)],
    ["letters of several bytes before it", (text) => Buffer.from(text.replace("PDFs", "漢字 👩‍💻 é"))],
    ["a blank after the fence", (text) => Buffer.from(text.replace("---\nBody", "---   \nBody"))],
  ])("the offset is the body's first byte: %s", (title, encode) => {
    const bytes = encode(TEXT);
    const { bodyOffset } = parsedSkill(bytes);
    const rest = bytes.subarray(bodyOffset);
    const body = title.startsWith("UTF-16")
      ? new TextDecoder(title.endsWith("LE") ? "utf-16le" : "utf-16be").decode(rest)
      : Buffer.from(rest).toString();
    expect(body.trim()).toBe("Body.");
    expect(body.startsWith("Body.")).toBe(true);
  });

  test("without a body the offset is the file's end", () => {
    expect(parsedSkill("---\nname: pdf\ndescription: x\n---").bodyOffset).toBe(32);
  });

  test("whatever the header and the body, what stands behind the offset is the body", () => {
    const line = fc.stringMatching(/^[a-zé漢 ]{0,12}$/u);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), fc.string({ maxLength: 30 }), (header, body) => {
        fc.pre(!body.includes("\r"));
        const bytes = Buffer.from(`---\n${header.map((each) => `# ${each}\n`).join("")}---\n${body}`);
        expect(bytes.subarray(parsedSkill(bytes).bodyOffset).toString()).toBe(Buffer.from(body).toString());
      }),
      { numRuns: 500, seed: 20260101 },
    );
  });
});

describe("positions", () => {
  test.each<[string, string, string]>([
    ["an unknown key", "name: pdf\ndescription: x\n\ncolour: red\n", "SK113@5:1"],
    ["below blank lines", "\n\nname: Pdf\ndescription: x\n", "SK103@4:7"],
    ["behind wide letters", "name: pdf\ndescription: 漢字 issue #1\n", "SK110@3:23"],
    ["a key with blanks before the colon", "name   : Pdf\ndescription: x\n", "SK103@2:10"],
    ["a description that is empty", "name: pdf\ndescription:   \n", "SK102@3:14"],
    ["an escape before it", "# \u{1f600}\nname: Pdf\ndescription: x\n", "SK103@3:7"],
    ["a key in quotes", '"name": Pdf\ndescription: x\n', "SK103@2:9"],
    ["a wrong type", "name: pdf\ndescription: x\nlicense:\n  - a\n", "SK108@4:1"],
  ])("[P19] %s", (_, lines, expected) => {
    expect(verdict(block(lines)).found).toContain(expected);
  });

  test("[P19] after a byte order mark, blank lines and CRLF the line is the file's", () => {
    const text = `\ufeff\r\n\r\n${block("name: Pdf\ndescription: x\n").replaceAll("\n", "\r\n")}`;
    expect(verdict(text).found).toContain("SK103@4:7");
    const at = parse(text).diagnostics.find((each) => each.code === "SK103")?.at;
    expect(at).toEqual({ path: PLACE.path, line: 4, column: 7, length: 3, text: "name: Pdf" });
  });

  test("[P19] every position is inside its file", () => {
    const texts = [
      TEXT,
      "",
      "\n",
      "---",
      "---\n---",
      "name: x",
      block("a: [\nb: {\nc: 'x\n"),
      block("\tname: x\n"),
      block("name: x #y"),
    ];
    for (const text of texts) {
      const lines = text.split("\n");
      for (const { at } of parse(text).diagnostics) {
        if (!at) continue;
        expect(at.text).toBe(lines[at.line - 1]);
        expect(at.column).toBeLessThanOrEqual(at.text.length + 1);
        expect(at.length).toBeGreaterThan(0);
      }
    }
  });
});
