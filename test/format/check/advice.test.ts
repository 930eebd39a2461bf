import { describe, expect, test } from "vitest";
import { adviseOn } from "../../../src/format/check/advise.ts";
import { findOverlaps } from "../../../src/format/check/overlaps.ts";
import type { Diagnostic } from "../../../src/model/diagnostics/diagnostic.ts";
import type { Skill } from "../../../src/model/skills/skill.ts";
import { startProcessorTimer } from "../../processor-time.ts";
import { codes, type Entries, loadRoot, makeTree, skill } from "../../tree.ts";

const GOOD = "Reads PDF files and fills their forms. Use when somebody hands over a PDF.";

/** Returns the advice about a skill `pdf` with these files beside it. */
async function adviceOn(content: string | Uint8Array, beside: Entries = {}): Promise<Diagnostic[]> {
  const tree = makeTree({
    "r/pdf/SKILL.md": content,
    ...Object.fromEntries(Object.entries(beside).map(([path, entry]) => [`r/pdf/${path}`, entry])),
  });
  const snapshot = await loadRoot(tree, "r");
  const found = snapshot.skills.find((each) => each.skill.name === "pdf");
  if (!found) throw new Error(`not loaded: ${codes(snapshot.diagnostics).join()}`);
  return tree.plain(adviseOn(found.skill, tree.files));
}

const withBody = (body: string): string => `---\nname: pdf\ndescription: ${GOOD}\n---\n${body}`;

test("[A1] every reference is looked at, and the last finding says how many more are missing", async () => {
  const body = Array.from({ length: 503 }, (_, at) => `[x](gone${at}.md)`).join("\n");
  const found = (await adviceOn(withBody(body))).filter(({ code }) => code === "SK135");
  expect([found.length, found[0]?.message, found.at(-1)?.message]).toEqual([
    500,
    "`gone0.md` is mentioned, but there is no such file",
    "`gone499.md` is mentioned, but there is no such file; 3 more files are missing",
  ]);
  const late = `${Array.from({ length: 600 }, (_, at) => `[x](there.md#${at})`).join("\n")}\n[x](gone.md)\n`;
  expect(codes(await adviceOn(withBody(late), { "there.md": "" }))).toContain("SK135");
});

describe("descriptions", () => {
  test.each<[string, string[]]>([
    [GOOD, []],
    ["Reads PDF files whenever one is attached.", []],
    ["Use this for reading PDF files.", []],
    ["Invoke it with a PDF file to get its text.", []],
    ["Reads PDF files and fills their forms.", ["SK130"]],
    ["A helpful skill", ["SK131"]],
    ["Helper", ["SK131"]],
    ["TODO", ["SK131"]],
    ["PDF tools", ["SK131"]],
    ["TODO: write what this does and when to use it", ["SK131"]],
    ["处理 PDF 文件", []],
  ])("[A1] %s → %j", async (description, expected) => {
    expect(codes(await adviceOn(skill("pdf", JSON.stringify(description))))).toEqual(expected);
  });

  test("[A1] `when_to_use` and `triggers` say when, too", async () => {
    const text = (more: string): string => skill("pdf", "Reads PDF files and fills their forms.", more);
    expect(codes(await adviceOn(text("")))).toEqual(["SK130"]);
    expect(codes(await adviceOn(text("when_to_use: A PDF was attached.\n")))).toEqual([]);
    expect(codes(await adviceOn(text("triggers: [pdf]\n")))).toEqual([]);
  });

  test("[A1] the complete messages", async () => {
    expect(await adviceOn(skill("pdf", "Reads PDF files and fills their forms."))).toEqual([
      {
        code: "SK130",
        severity: "info",
        message: "the description does not say when to use the skill",
        path: "/r/pdf/SKILL.md",
        at: {
          path: "/r/pdf/SKILL.md",
          line: 3,
          column: 14,
          length: 38,
          text: "description: Reads PDF files and fills their forms.",
        },
        help: "add a sentence such as `Use when …`, and three requests of users; `skillwright eval` measures their effect",
      },
    ]);
  });

  async function overlapping(descriptions: Record<string, string>): Promise<string[][]> {
    const tree = makeTree(
      Object.fromEntries(Object.entries(descriptions).map(([name, text]) => [`r/${name}/SKILL.md`, skill(name, text)])),
    );
    const { skills } = await loadRoot(tree, "r");
    return findOverlaps(skills.map((each) => each.skill)).map(({ code, path = "", related = [] }) =>
      [code, path, ...related.map((each) => each.path)].map((text) => tree.plain(text)),
    );
  }

  const forms = "Extract text and tables from PDF files, fill forms and merge documents.";

  test.each<[string, Record<string, string>, string[][]]>([
    ["the same text", { a: forms, b: forms }, [["SK132", "/r/b/SKILL.md", "/r/a/SKILL.md"]]],
    [
      "nearly the same",
      { a: forms, b: forms.replace("merge", "split") },
      [["SK132", "/r/b/SKILL.md", "/r/a/SKILL.md"]],
    ],
    [
      "the same words in another order and case",
      { a: forms, b: "FILL forms, merge PDF documents; extract tables and text from files" },
      [["SK132", "/r/b/SKILL.md", "/r/a/SKILL.md"]],
    ],
    ["another matter", { a: forms, b: "Review pull requests for security problems and write comments." }, []],
    ["too short to tell", { a: "Reads PDF files.", b: "Reads PDF files." }, []],
    ["a family that the names tell apart", { "oo-writer": `Writer: ${forms}`, "oo-todoist": `Todoist: ${forms}` }, []],
    [
      "three of a kind",
      { a: forms, b: forms, c: forms },
      [
        ["SK132", "/r/b/SKILL.md", "/r/a/SKILL.md"],
        ["SK132", "/r/c/SKILL.md", "/r/a/SKILL.md", "/r/b/SKILL.md"],
      ],
    ],
  ])("[A1] %s", async (_, descriptions, expected) => {
    expect(await overlapping(descriptions)).toEqual(expected);
  });

  test("[A1] 5,000 skills that say the same end soon", async () => {
    const tree = makeTree({ "r/a/SKILL.md": skill("a", forms) });
    const [one] = (await loadRoot(tree, "r")).skills;
    const many = Array.from(
      { length: 5000 },
      (_, index): Skill => ({ ...(one as { skill: Skill }).skill, name: `s${index}` }),
    );
    const elapsedMs = startProcessorTimer();
    findOverlaps(many);
    expect(elapsedMs()).toBeLessThan(4000);
  });
});

describe("bodies", () => {
  const lines = (count: number): string => "Do it.\n".repeat(count);

  test.each<[string, string, string[]]>([
    ["500 lines", lines(500), []],
    ["501 lines", lines(501), ["SK133"]],
    ["20,000 bytes", "x".repeat(20_000), []],
    ["20,010 bytes", "x".repeat(20_010), ["SK134"]],
    ["both", lines(5000), ["SK133", "SK134"]],
    ["nothing", "", ["SK139"]],
    ["blanks", " \n\n\t\n", ["SK139"]],
    ["one word", "Go", []],
  ])("[A1] a body of %s → %j", async (_, body, expected) => {
    expect(codes(await adviceOn(withBody(body)))).toEqual(expected);
  });

  test("[A1] the complete messages", async () => {
    expect(await adviceOn(withBody(lines(501)))).toEqual([
      {
        code: "SK133",
        severity: "info",
        message: "the body has 501 lines; more than 500 are hard to follow",
        path: "/r/pdf/SKILL.md",
        at: { path: "/r/pdf/SKILL.md", line: 5, column: 1, length: 1, text: "Do it." },
        help: "move details into `references/` and say when to read them",
      },
    ]);
  });

  test.each<[string, (text: string) => Uint8Array]>([
    ["a byte order mark", (text) => Buffer.from(`\ufeff${text}`)],
    ["CRLF", (text) => Buffer.from(text.replaceAll("\n", "\r\n"))],
    ["CR", (text) => Buffer.from(text.replaceAll("\n", "\r"))],
    ["UTF-16", (text) => Buffer.from(`\ufeff${text}`, "utf16le")],
  ])("[A1] [P19] the same is said of a file with %s", async (_, encode) => {
    const text = withBody("Read [the guide](references/gone.md).\n");
    const found = await adviceOn(encode(text));
    expect(found.map(({ code, at }) => `${code}@${at?.line}:${at?.column} ${at?.text}`)).toEqual([
      "SK135@5:18 Read [the guide](references/gone.md).",
    ]);
  });
});

const SCRIPTS: Entries = { "scripts/there.py": "" };

describe("files", () => {
  test.each<[string, string, Entries, string[]]>([
    ["a link to a file that is there", "[a](references/a.md)", { "references/a.md": "" }, []],
    ["a link to a file that is not", "[a](references/a.md)", {}, ["SK135"]],
    ["a link with an anchor", "[a](references/a.md#top)", { "references/a.md": "" }, []],
    ["a link with a blank, escaped", "[a](my%20file.md)", { "my file.md": "" }, []],
    ["a link to a neighbour that is not installed", "[a](../docx/SKILL.md)", {}, []],
    ["a link to a file above the skill", "[a](../SKILL.md)", {}, []],
    ["a wrong link into a neighbour that exists", "[a](../docx/b.md)", { "../docx/a.md": "" }, ["SK135"]],
    ["a path in prose", "Run scripts/a.py first.", SCRIPTS, ["SK135"]],
    ["a path in code", "`python scripts/a.py x`", SCRIPTS, ["SK135"]],
    ["the same one twice is reported once", "scripts/a.py and scripts/a.py", SCRIPTS, ["SK135"]],
    ["two of them", "scripts/a.py and scripts/b.py", SCRIPTS, ["SK135", "SK135"]],
    ["a path into `scripts` of the user's project", "`npm test` runs scripts/a.py.", {}, []],
    ["a path into `references` of a skill without any", "See references/a.md.", {}, ["SK135"]],
    ["a path from the root of the plugin", "Run scripts/a.py.", { ...SCRIPTS, "../scripts/a.py": "" }, []],
    ["a file that a command writes", "`make x > scripts/a.py` and `y -o scripts/b.py`", SCRIPTS, []],
    ["a file that the text creates", "Then save the result as scripts/a.py.", SCRIPTS, []],
    ["a file that the text denies", "This skill does not ship scripts/a.py.", SCRIPTS, []],
    ["an example", "Use the path that the user names (e.g. `scripts/a.py`).", SCRIPTS, []],
    ["a file of another skill", "See skill `df-central`, `references/a.md`.", {}, []],
    ["a file of another skill, on the next line", "Words: skill `df-central`,\n`references/a.md`.", {}, []],
    ["a file of its own after another skill", "Use skill `df-central`. Read\n`references/a.md`.", {}, ["SK135"]],
    ["an import of the user's program", "(`import logo from './scripts/a.png'`)", SCRIPTS, []],
    ["a document as an example", "```markdown\nSee `references/a.md`.\n```\n", {}, []],
    ["a command in a fence", "```sh\npython scripts/a.py\n```\n", SCRIPTS, ["SK135"]],
    ["a drawn tree", "│   ├── references/a.md", {}, []],
    ["a link to the web", "[a](https://example.com/a.md)", {}, []],
    ["an anchor", "[a](#part)", {}, []],
    ["a mail address", "[a](mailto:a@b.c)", {}, []],
    ["a placeholder", "[a](path/to/{name}.md) [b](<file>) [c](url)", {}, []],
    ["a link inside a fence", "```\n[a](gone.md)\n```", {}, []],
    ["a directory that is there", "[a](references/)", { "references/x.md": "" }, []],
    ["an absolute path", "[a](/etc/passwd)", {}, []],
  ])("[A1] %s", async (_, body, beside, expected) => {
    expect(codes(await adviceOn(withBody(body), beside)).filter((code) => code !== "SK136")).toEqual(expected);
  });

  test("[A1] the complete message about a missing file", async () => {
    expect(await adviceOn(withBody("One.\n\nSee [the guide](references/gone.md) first.\n"))).toEqual([
      {
        code: "SK135",
        severity: "warning",
        message: "`references/gone.md` is mentioned, but there is no such file",
        path: "/r/pdf/SKILL.md",
        at: {
          path: "/r/pdf/SKILL.md",
          line: 7,
          column: 17,
          length: 18,
          text: "See [the guide](references/gone.md) first.",
        },
        help: "add the file, or correct the path; paths are relative to the skill's directory",
      },
    ]);
  });

  test.each<[string, string, Entries, string | undefined]>([
    ["nothing mentions it", "Go.", { "scripts/a.py": "" }, "`scripts/a.py` is never mentioned in the instructions"],
    [
      "two of them",
      "Go.",
      { "scripts/a.py": "", "assets/b.csv": "" },
      "`assets/b.csv`, `scripts/a.py` are never mentioned in the instructions",
    ],
    ["by its name", "Run a.py.", { "scripts/a.py": "" }, undefined],
    ["with its directory", "Read all of references/ first.", { "references/a.md": "" }, undefined],
    ["as a directory", "Read the files in the `references` directory.", { "references/a.md": "" }, undefined],
    ["by a pattern", "Read `references/query-*.md`.", { "references/query-a.md": "" }, undefined],
    [
      "another file reads it",
      "Run main.py.",
      { "scripts/main.py": "import tables\nopen('form.csv')", "scripts/tables.py": "", "assets/form.csv": "" },
      undefined,
    ],
    [
      "only the file itself has its name",
      "Go.",
      { "scripts/tables.py": "# tables.py" },
      "`scripts/tables.py` is never mentioned in the instructions",
    ],
    [
      "no model needs it",
      "Go.",
      { "assets/icon.png": "", "scripts/.keep": "", "scripts/test_a.py": "", "references/README.md": "" },
      undefined,
    ],
    ["not bundled by convention", "Go.", { "LICENSE.txt": "", "agents/x.md": "" }, undefined],
    [
      "many",
      "Go.",
      Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`assets/${n}.csv`, ""])),
      "`assets/0.csv`, `assets/1.csv`, `assets/2.csv`, `assets/3.csv`, `assets/4.csv` and 2 more are never mentioned in the instructions",
    ],
  ])("[A1] a bundled file: %s", async (_, body, beside, message) => {
    expect((await adviceOn(withBody(body), beside)).map((each) => [each.code, each.message])).toEqual(
      message ? [["SK136", message]] : [],
    );
  });

  test("[A1] a bundled file that is mentioned above a rule that ends the frontmatter", async () => {
    const unclosed = "---\nname: pdf\ndescription: Fills forms. Use for PDF.\n\n# PDF\n\nRun a.py.\n\n---\n\nMore.\n";
    const found = await adviceOn(unclosed, { "scripts/a.py": "", "scripts/b.py": "" });
    expect(found.filter(({ code }) => code === "SK136").map(({ message }) => message)).toEqual([
      "`scripts/b.py` is never mentioned in the instructions",
    ]);
  });

  test.each<[string, string[]]>([
    ["cd /home/marvin/work", ["SK137"]],
    ["open /Users/trillian/x.pdf", ["SK137"]],
    ["C:\\Users\\Zaphod\\x", ["SK137"]],
    ["cd /home/user/work", []],
    ["cd /Users/yourname/x", []],
    ["cd ~/work and $HOME/x", []],
    ["cd /home/ubuntu/x", []],
    ["the /home page", []],
  ])("[A1] %s → %j", async (body, expected) => {
    expect(codes(await adviceOn(withBody(`One.\n${body}\n`)))).toEqual(expected);
  });

  test("[A1] [P19] it is pointed at", async () => {
    const [found] = await adviceOn(withBody("One.\n  cd /home/marvin/work\n"));
    expect(found?.at).toEqual({
      path: "/r/pdf/SKILL.md",
      line: 6,
      column: 6,
      length: 12,
      text: "  cd /home/marvin/work",
    });
  });

  test.each<[string, Entries, string[]]>([
    [
      "two files",
      { "references/a.md": "", "references/A.md": "" },
      ["`references/A.md` and `references/a.md` differ only in case"],
    ],
    ["SKILL.md and its twin", { "skill.md": "" }, ["`SKILL.md` and `skill.md` differ only in case"]],
    [
      "directories",
      { "references/a.md": "", "References/a.md": "" },
      ["`References/a.md` and `references/a.md` differ only in case"],
    ],
    ["no twins", { "references/a.md": "", "references/b.md": "" }, []],
  ])("[A1] %s", async (_, beside, expected) => {
    const found = await adviceOn(withBody("See references/ and a.md and b.md."), beside);
    expect(found.filter((each) => each.code === "SK138").map((each) => each.message)).toEqual(expected);
  });

  test("[A1] a file called skill.md is not a twin of itself", async () => {
    const tree = makeTree({ "r/pdf/skill.md": withBody("Read it.") });
    const [found] = (await loadRoot(tree, "r")).skills;
    expect(codes(adviseOn(found?.skill as Skill, tree.files))).toEqual([]);
  });

  test("[A1] a body of nothing but references ends soon", async () => {
    const body = Array.from({ length: 30_000 }, (_, n) => `[x](f${n}.md)\n`).join("");
    const elapsedMs = startProcessorTimer();
    const found = await adviceOn(withBody(body));
    expect(found.length).toBeGreaterThan(0);
    expect(elapsedMs()).toBeLessThan(4000);
  });

  test("[A1] what cannot be read gets no advice, and no crash", async () => {
    const tree = makeTree({ "r/pdf/SKILL.md": withBody("Go.") });
    const [found] = (await loadRoot(tree, "r")).skills;
    const gone = makeTree();
    const moved = { ...(found as { skill: Skill }).skill, path: gone.at("x/SKILL.md"), directory: gone.at("x") };
    expect(adviseOn(moved, tree.files)).toEqual([]);
  });
});
