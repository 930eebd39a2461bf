import { describe, expect, test } from "vitest";
import { findShell } from "../../../src/activate/prepare/substitute/find-shell.ts";
import { NOT_RUN } from "../../../src/activate/prepare/substitute/pieces.ts";
import { substitute } from "../../../src/activate/prepare/substitute/substitute.ts";
import { skillwright } from "../../../src/hosts/profiles/skillwright.ts";

type Where = Parameters<typeof findShell>[1];
const found = (body: string, where: Where = "text"): string[] =>
  findShell(body, where).map(({ line, form, command }) => `${line} ${form} ${command}`);

const read = (body: string): string =>
  substitute(body, { names: [], hostPlaceholders: {}, rule: skillwright.arguments }).text;

describe("[Q6] commands in a text", () => {
  test.each<[body: string, text: string[], fences?: string[], anywhere?: string[]]>([
    ["start !`echo hi` end", ["1 inline echo hi"]],
    [
      "!`a` end\nKEY=!`b`\n(!`c`)\n\t!`d`",
      ["1 inline a", "4 inline d"],
      ["1 inline a", "4 inline d"],
      ["1 inline a", "2 inline b", "3 inline c", "4 inline d"],
    ],
    ["> !`a`\n- !`b`\n* x !`c` and !`d`", ["1 inline a", "2 inline b", "3 inline c", "3 inline d"]],
    ["in code: `x !`echo a` y`", [], [], ["1 inline echo a"]],
    ["in code: ``x !`echo a` y``", [], [], ["1 inline echo a"]],
    ["an apostrophe`s tick, then !`a`", [], [], ["1 inline a"]],
    [
      "```\n!`echo a`\n```\nafter !`echo b`",
      ["4 inline echo b"],
      ["2 inline echo a", "4 inline echo b"],
      ["2 inline echo a", "4 inline echo b"],
    ],
    ["~~~sh\n x !`a`\n~~~", [], ["2 inline a"], ["2 inline a"]],
    ["```\n!`a`", [], ["2 inline a"], ["2 inline a"]],
    ["    !`indented`", ["1 inline indented"]],
    ["\\!`a` x", [], [], ["1 inline a"]],
    ["a !``b`` c", [], [], []],
    ["a !`` b !` ` c", [], [], ["1 inline  "]],
    ["a !`one\ntwo` b !`c`", [], ["1 inline one\ntwo", "2 inline c"], ["1 inline one\ntwo", "2 inline c"]],
    ["a !`never closed", [], [], []],
    ["```!\nb1\nb2\n```\nrest", ["1 block b1\nb2"], ["1 block b1\nb2"], []],
    ["text\n  ```!\n  b\n  ```\nrest", ["2 block b"], ["2 block b"], []],
    ["```! same line\n```\nrest", ["1 block same line"], ["1 block same line"], []],
    ["```!\n```", [], [], []],
    ["```!\nnever closed\n!`a`\n", [], ["3 inline a"], ["3 inline a"]],
    ["~~~!\na\n~~~", [], [], []],
    ["````!\na\n```\nb\n````", ["1 block a\n```\nb"], ["1 block a\n```\nb"], []],
    ["````md\n```!\nnested\n```\n````", [], ["2 block nested"], []],
    [
      "```!\na\n```\n```!\nb\n```\n!`c`",
      ["1 block a", "4 block b", "7 inline c"],
      ["1 block a", "4 block b", "7 inline c"],
      ["7 inline c"],
    ],
  ])("%j", (body, text, fences = text, anywhere = text) => {
    expect({ text: found(body), fences: found(body, "fences"), anywhere: found(body, "anywhere") }).toEqual({
      text,
      fences,
      anywhere,
    });
  });

  test("SK334: the model reads in their place that they were not run, and why", () => {
    expect(read("Diff: !`git diff $0` end\n\n  ```! head\n  git status $1\n  ```\nrest")).toBe(
      [
        `Diff: [command not run: ${NOT_RUN}: \`git diff $0\`] end`,
        "",
        `  [commands not run: ${NOT_RUN}]`,
        "  ```",
        "  head",
        "  git status $1",
        "  ```",
        "rest",
      ].join("\n"),
    );
  });

  test("a shown command contains no argument", () => {
    const made = substitute("!`a $0`\n```!\nb $ARGUMENTS\n```\n$0", {
      arguments: "; rm",
      names: [],
      hostPlaceholders: {},
      rule: skillwright.arguments,
    });
    expect(made.text).toBe(
      `[command not run: ${NOT_RUN}: \`a $0\`]\n[commands not run: ${NOT_RUN}]\n\`\`\`\nb $ARGUMENTS\n\`\`\`\n;`,
    );
    expect(made.shell.map(({ command }) => command)).toEqual(["a $0", "b $ARGUMENTS"]);
  });

  test("the remaining text contains no command", () => {
    for (const body of ["x !`a` y", "```!\na\n```", "!`a` !`b`\n```!\nc\n```"]) expect(found(read(body))).toEqual([]);
  });
});
