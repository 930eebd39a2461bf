import { describe, expect, test } from "vitest";
import { checkSkillFile } from "../../../src/format/check/check.ts";
import { parseCareful } from "../../../src/format/parse/parse-careful.ts";
import { CATALOGUE } from "../../../src/model/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../../src/model/diagnostics/diagnostic.ts";
import { codes, load, loadRoot, makeTree, outcomes, rootAt, skill } from "../../tree.ts";

/** Returns the findings of `check` on a header, for a skill in a directory of this name. */
function checked(lines: string, directory = "pdf", namespace = ""): readonly Diagnostic[] {
  const place = { path: `/r/${directory}/SKILL.md`, directory: `/r/${directory}`, root: rootAt("/r", { namespace }) };
  const { skill: parsed } = parseCareful(place, Buffer.from(`---\n${lines}---\n`), 65_536);
  if (!parsed) throw new Error("no frontmatter");
  return checkSkillFile(parsed);
}

const named = (name: string): string => `name: "${name}"\ndescription: Reads PDFs.\n`;

describe("names", () => {
  test.each([
    ["pdf", []],
    ["pdf-tools", []],
    ["a", []],
    ["3d", []],
    ["2-3", []],
    ["PDF", ["SK103"]],
    ["pdf_tools", ["SK103"]],
    ["pdf tools", ["SK103"]],
    ["-pdf", ["SK103"]],
    ["pdf-", ["SK103"]],
    ["pdf--tools", ["SK103"]],
    ["pdf.tools", ["SK103"]],
    ["pdf/tools", ["SK103"]],
    ["größe", ["SK103"]],
    ["ｐｄｆ", ["SK103"]],
    ["技能", ["SK103"]],
    ["../x", ["SK103"]],
  ])("[N1] %s → %j", (name, expected) => {
    expect(codes(checked(named(name), name)).filter((code) => code !== "SK104")).toEqual(expected);
  });

  test("[N1] [N4] SK103 and SK104 propose the same name", () => {
    const helps = checked(named("PDF Tools"), "pdf-x").map(({ code, help }) => [code, help]);
    expect(helps).toEqual([
      ["SK103", "write `name: pdf-x`"],
      ["SK104", "write `name: pdf-x`"],
    ]);
  });

  test.each([
    ["PDF Tools!", "write `name: pdf-tools`"],
    ["Größe", "write `name: gro-e`"],
    ["技能", "use lowercase letters, digits and single hyphens"],
  ])("[N1] for %s a better name is offered", (name, help) => {
    const [found] = checked(named(name), name);
    expect(found?.code).toBe("SK103");
    if (name !== "Größe") expect(found?.help).toBe(help);
    else expect(found?.help).toMatch(/^write `name: [a-z0-9]+(-[a-z0-9]+)*`$/);
  });

  test.each(["", "name:\n", "name: ''\n", "name: '  '\n", "name: ~\n", "name: [pdf]\n", "name: \u200b\n"])(
    "[N2] %j is not a name",
    (line) => {
      const tree = checked(`${line}description: Reads PDFs.\n`);
      expect(codes(tree)).toEqual(["SK101"]);
      expect(tree[0]?.severity).toBe("warning");
    },
  );

  test("[N2] the directory's name is offered, and written where it belongs", () => {
    expect(checked("description: Reads PDFs.\n")).toEqual([
      {
        code: "SK101",
        severity: "warning",
        message: "the skill has no name; some hosts call it `pdf`, others ignore it",
        path: "/r/pdf/SKILL.md",
        at: { path: "/r/pdf/SKILL.md", line: 1, column: 1, length: 3, text: "---" },
        help: "write `name: pdf`",
        fix: [{ start: 0, end: 0, text: "name: pdf\n" }],
      },
    ]);
  });

  test.each([
    ["null", 'write `name: "null"`'],
    ["a b", 'write `name: "a b"`'],
  ])("[N2] %s/ is offered as YAML takes it for text", (directory, help) => {
    expect(checked("description: Reads PDFs.\n", directory)[0]?.help).toBe(help);
  });

  test("[N2] a plugin's namespace alone is not a name", () => {
    expect(codes(checked("description: Reads PDFs.\n", "pdf", "acme:"))).toEqual(["SK101"]);
  });

  test.each([
    "",
    "description:\n",
    "description: ''\n",
    'description: "  \\n "\n',
    "description: >-\n\n",
    "description: []\n",
  ])("[N2] %j is not a description", (line) => {
    const found = checked(`name: pdf\n${line}`);
    expect(found.map((each) => [each.code, each.severity, each.message])).toEqual([
      ["SK102", "error", "the skill has no description"],
    ]);
  });

  test.each([
    ["pdf", "pdf", []],
    ["pdf-tools", "pdf", ["SK104"]],
    ["pdf", "PDF", ["SK104"]],
  ])("[N4] %s in %s/ → %j", (name, directory, expected) => {
    expect(codes(checked(named(name), directory))).toEqual(expected);
  });

  test("[N4] the complete message", () => {
    expect(checked("name: pdf-tools\ndescription: Reads PDFs.\n")).toEqual([
      {
        code: "SK104",
        severity: "warning",
        message: "skill name `pdf-tools` does not match its directory `pdf`",
        path: "/r/pdf/SKILL.md",
        at: { path: "/r/pdf/SKILL.md", line: 2, column: 7, length: 9, text: "name: pdf-tools" },
        help: "write `name: pdf`, or rename the directory to `pdf-tools`",
        fix: [{ start: 6, end: 15, text: "pdf" }],
      },
    ]);
  });

  test.each([
    ["Brainstorming Ideas", "brainstorm", "write `name: brainstorm`"],
    ["brainstorm", "Brain Storm", "rename the directory to `brainstorm`"],
    ["Brainstorming Ideas", "Brain", "call both `brainstorming-ideas`"],
    ["../x", "Brain", "call both `x`"],
    ["../x", "null", 'write `name: "null"`'],
    ["技能", "Née", "call both `nee`"],
    ["技能", "能", "give both the same name, of lowercase letters, digits and single hyphens"],
  ])("[N4] [N1] %s in %s/: no hint proposes a refused name", (name, directory, help) => {
    expect(checked(named(name), directory).find((each) => each.code === "SK104")?.help).toBe(help);
  });

  test("[N4] a plugin's namespace is not part of the name", () => {
    expect(checked(named("pdf"), "pdf", "acme:")).toEqual([]);
  });

  test.each([
    [64, []],
    [65, ["SK105"]],
  ])("[N1] a name of %i characters → %j", (length, expected) => {
    const name = "a".repeat(length);
    const found = checked(named(name), name);
    expect(codes(found)).toEqual(expected);
    if (length === 65) expect(found[0]?.message).toBe("the name has 65 characters; the specification allows 64");
  });
});

describe("lengths", () => {
  test.each([
    [1024, "x", []],
    [1025, "x", ["SK106"]],
    [1024, "漢", []],
    [1025, "漢", ["SK106"]],
    [1024, "😀", []],
    [1025, "😀", ["SK106"]],
  ])("[N1] a description of %i times %s → %j", (length, letter, expected) => {
    expect(codes(checked(`name: pdf\ndescription: ${letter.repeat(length)}\n`))).toEqual(expected);
  });

  test("[N1] the messages", () => {
    const [found] = checked(`name: pdf\ndescription: ${"x".repeat(2000)}\n`);
    expect([found?.message, found?.at?.line, found?.at?.column]).toEqual([
      "the description has 2000 characters; the specification allows 1024",
      3,
      14,
    ]);
  });

  test.each([
    [500, []],
    [501, ["SK117"]],
  ])("[N1] a compatibility of %i characters → %j", (length, expected) => {
    expect(codes(checked(`${named("pdf")}compatibility: ${"x".repeat(length)}\n`))).toEqual(expected);
  });
});

describe("consequence of the damage", () => {
  test("[N8] warnings load, however many", async () => {
    const tree = makeTree({
      "r/pdf/Skill.md": `\ufeff\n--- \nname: “PDF Tools ${"x".repeat(64)}”\ndescription: ${"Reads: PDFs ".repeat(100)}\ncompatibility: ${"y".repeat(501)}\nfoo: 1\nallowedTools: x\nlicense: 1\n---\n`,
    });
    const snapshot = await loadRoot(tree, "r");
    expect(snapshot.skills).toHaveLength(1);
    const found = new Set(codes(snapshot.diagnostics));
    for (const code of [
      "SK003",
      "SK008",
      "SK011",
      "SK014",
      "SK026",
      "SK103",
      "SK104",
      "SK105",
      "SK106",
      "SK107",
      "SK111",
      "SK113",
      "SK114",
      "SK117",
    ])
      expect(found).toContain(code);
    expect(snapshot.diagnostics.filter((each) => each.severity === "error")).toEqual([]);
  });

  test.each([
    ["no description", "---\nname: pdf\n---\n", "SK102"],
    ["no frontmatter", "x", "SK001"],
  ])("[N8] an error rejects: %s", async (_, text, code) => {
    const tree = makeTree({ "r/pdf/SKILL.md": text });
    const snapshot = await loadRoot(tree, "r");
    expect(outcomes(snapshot)).toEqual({ rejected: ["pdf"] });
    expect(snapshot.rejected[0]?.diagnostics.map((each) => each.code)).toEqual([code]);
    expect(snapshot.diagnostics).toEqual(snapshot.rejected[0]?.diagnostics);
  });

  test("[N2] a skill without a name loads under its directory's name, with a warning", async () => {
    const tree = makeTree({ "r/pdf/SKILL.md": "---\ndescription: Reads PDFs.\n---\nText.\n" });
    const snapshot = await loadRoot(tree, "r");
    expect(outcomes(snapshot)).toEqual({ loaded: ["pdf"] });
    expect(snapshot.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["SK101", "warning"]]);
  });

  test("[N2] a skill without a name and a description is rejected", async () => {
    const snapshot = await loadRoot(makeTree({ "r/pdf/SKILL.md": "---\nlicense: MIT\n---\n" }), "r");
    expect(outcomes(snapshot)).toEqual({ rejected: ["pdf"] });
  });

  test("[N8] of the specification's codes only a missing description is an error", () => {
    const errors = Object.entries(CATALOGUE).filter(
      ([, each]) => each.kind === "specification" && each.severity === "error",
    );
    expect(errors.map(([code]) => code)).toEqual(["SK102"]);
  });

  test("[N8] diagnostics come by path, then place, then severity and code", async () => {
    const tree = makeTree({
      "home/.agents/skills/b/SKILL.md": "---\nname: Bad Name\ndescription: x #1\ncolour: red\n---\n",
      "home/.agents/skills/a/SKILL.md": "---\nname: Bad Name\ndescription: x\n---\n",
      "home/.agents/skills/empty/x": "",
      "home/.config/skillwright/config.yaml": "foo: 1\ndisable: [nobody]\n",
    });
    const { snapshot } = await load(tree);
    const shown = snapshot.diagnostics.map(({ code, path = "", at }) => [
      tree.plain(path),
      at?.line ?? 0,
      at?.column ?? 0,
      code,
    ]);
    expect(shown).toEqual([
      ["", 0, 0, "SK210"],
      ["/home/.agents/skills/a/SKILL.md", 2, 7, "SK103"],
      ["/home/.agents/skills/a/SKILL.md", 2, 7, "SK104"],
      ["/home/.agents/skills/b/SKILL.md", 0, 0, "SK202"],
      ["/home/.agents/skills/b/SKILL.md", 2, 7, "SK103"],
      ["/home/.agents/skills/b/SKILL.md", 2, 7, "SK104"],
      ["/home/.agents/skills/b/SKILL.md", 3, 16, "SK110"],
      ["/home/.agents/skills/b/SKILL.md", 4, 1, "SK113"],
      ["/home/.agents/skills/empty", 0, 0, "SK023"],
      ["/home/.config/skillwright/config.yaml", 1, 1, "SK031"],
    ]);
  });

  test("[N8] a clean skill costs nothing: the same empty list every time", async () => {
    const tree = makeTree({ "r/pdf/SKILL.md": skill("pdf") });
    const [loaded] = (await loadRoot(tree, "r")).skills;
    const twice = [loaded, loaded].map((each) => each && checkSkillFile(each.skill));
    expect(twice[0]).toBe(twice[1]);
    expect(twice[0]).toEqual([]);
  });
});
