import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allowanceFor } from "../../../src/activate/render/budget/allowance.ts";
import { FORMAT_NAMES, findFormat, OWN_FORMAT_NAMES } from "../../../src/activate/render/formats.ts";
import { columnWidth } from "../../../src/activate/render/listings/column-width.ts";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import type {
  Allowance,
  ListedSkill,
  ListingInput,
  WriteListing,
} from "../../../src/model/conversation/catalog-text.ts";
import { rootAt } from "../../tree.ts";
import { listed } from "./make.ts";

const REPO = rootAt("/p/.agents/skills", { scope: "repo" });
const USER = { ...rootAt("/home/me/.agents/skills", { scope: "user" }), label: "~/.agents/skills" };

function skill(name: string, description: string, more: Partial<ListedSkill> = {}): ListedSkill {
  const root = more.root ?? REPO;
  const at = { root, scope: root.scope, location: `${root.path}/${name}/SKILL.md`, directory: `${root.path}/${name}` };
  return { ...listed(name, description), ...at, ...more };
}

const tokens = (amount: number): Allowance => ({ amount, unit: "tokens", count: () => 0, from: "" });
const characters = (amount: number): Allowance => ({
  amount,
  unit: "characters",
  count: ({ length }) => length,
  from: "",
});

async function write(
  format: string,
  skills: readonly ListedSkill[],
  allowance: Allowance,
  more: Partial<ListingInput> = {},
) {
  return ((await findFormat(format)) as WriteListing)({ skills, allowance, roots: [USER, REPO], ...more });
}

async function linesOf(format: string, skills: readonly ListedSkill[], allowance: Allowance): Promise<string[]> {
  const { entries } = await write(format, skills, allowance);
  return entries.filter(({ coverage }) => coverage !== "omitted").map(({ text }) => text);
}

const TWO = [skill("zip", "Packs <files> & more."), skill("Pdf", "Reads PDF.", { root: USER })];
const ALL = characters(Number.POSITIVE_INFINITY);

describe("with room for everything", () => {
  test.each<[string, string, string]>([
    [
      "D21",
      "codex",
      `<skills_instructions>
## Skills
Each skill is a file of instructions. Its path begins with the short name of a root, which the table spells out.
### Skill roots
- \`r0\` = \`/home/me/.agents/skills\`
- \`r1\` = \`/p/.agents/skills\`
### Available skills
- zip: Packs &lt;files> & more. (file: r1/zip/SKILL.md)
- Pdf: Reads PDF. (file: r0/Pdf/SKILL.md)
</skills_instructions>`,
    ],
    [
      "D22",
      "claude-code",
      "Skills that the tool Skill can load:\n\n- zip: Packs &lt;files> & more.\n- Pdf: Reads PDF.",
    ],
    [
      "D23",
      "opencode",
      `Each skill is a file of instructions: read it at its location before work that its description names.
<available_skills>
  <skill>
    <name>Pdf</name>
    <description>Reads PDF.</description>
    <location>/home/me/.agents/skills/Pdf/SKILL.md</location>
  </skill>
  <skill>
    <name>zip</name>
    <description>Packs &lt;files&gt; &amp; more.</description>
    <location>/p/.agents/skills/zip/SKILL.md</location>
  </skill>
</available_skills>`,
    ],
    [
      "D24",
      "openclaw",
      `Each skill is a file of instructions: read it at its location when a task fits.

<available_skills>
  <skill>
    <name>Pdf</name>
    <description>Reads PDF.</description>
    <location>~/.agents/skills/Pdf/SKILL.md</location>
  </skill>
  <skill>
    <name>zip</name>
    <description>Packs &lt;files&gt; &amp; more.</description>
    <location>/p/.agents/skills/zip/SKILL.md</location>
  </skill>
</available_skills>`,
    ],
    [
      "D25",
      "caliban",
      "Loads a skill by its name: instructions for work that its description names. The skills:\n\n- Pdf: Reads PDF.\n- zip: Packs &lt;files> & more.",
    ],
    [
      "D26",
      "goose",
      "Skills that can be loaded when they help, or when they are asked for:\n• zip - Packs &lt;files> & more.\n• Pdf - Reads PDF.",
    ],
    ["D26", "cline", "Loads a skill: instructions for a kind of work. The skills:\nzip, Pdf"],
    [
      "D26",
      "vscode",
      `<skills>
Each skill is a file of instructions: read it when a task falls into its domain.
<skill>
<name>zip</name>
<description>Packs &lt;files&gt; &amp; more.</description>
<file>/p/.agents/skills/zip/SKILL.md</file>
</skill>
<skill>
<name>Pdf</name>
<description>Reads PDF.</description>
<file>/home/me/.agents/skills/Pdf/SKILL.md</file>
</skill>
</skills>`,
    ],
    [
      "D26",
      "qwen-code",
      `The tool skill loads a skill by its name.
<available_skills>
<skill>
<name>
Pdf
</name>
<description>
Reads PDF. (user)
</description>
<location>
user
</location>
</skill>
<skill>
<name>
zip
</name>
<description>
Packs &lt;files&gt; &amp; more. (project)
</description>
<location>
project
</location>
</skill>
</available_skills>`,
    ],
    [
      "D26",
      "kimi-cli",
      `Each skill is a file of instructions: read it when a task fits.

### Project
- zip
  - Path: /p/.agents/skills/zip/SKILL.md
  - Description: Packs &lt;files> & more.

### User
- Pdf
  - Path: /home/me/.agents/skills/Pdf/SKILL.md
  - Description: Reads PDF.`,
    ],
    ["D26", "none", ""],
  ])("[%s] %s", async (_, format, text) => {
    expect((await write(format, TWO, ALL)).text).toBe(text);
  });

  test("[D20] in the order of reading, if the host does not sort", async () => {
    const { text } = await write("available-skills", TWO, ALL, { tool: "activate_skill" });
    expect(text.split("\n")[0]).toBe(
      "The tool activate_skill loads a skill by its name, before work that its description names.",
    );
    expect([...text.matchAll(/<name>(.*)<\/name>/g)].map(([, name]) => name)).toEqual(["zip", "Pdf"]);
  });

  test("[D20] Qwen Code says when to use it", async () => {
    const [text = ""] = await linesOf("qwen-code", [skill("a", "Does a.", { whenToUse: "Now." })], ALL);
    expect(text).toContain("\nDoes a. — Now. (project)\n");
  });

  test("[D20] Qwen Code cuts every description of a list that is too long to its first line", async () => {
    const skills = [
      { ...skill("a", "Does a.\nSecond line. — Now."), authored: "Does a.\nSecond line." },
      skill("b", "Does b.", { whenToUse: "Later." }),
      skill("c", "Does c."),
    ];
    // An entry has 103 characters besides its name and description.
    const whole = 3 * 103 + 2 + "aDoes a.\nSecond line. — Now.bDoes b. — Later.cDoes c.".length;
    const fits = await write("qwen-code", skills, characters(whole));
    expect(fits.entries.map(({ coverage }) => coverage)).toEqual(["full", "full", "full"]);
    const { entries } = await write("qwen-code", skills, characters(whole - 1));
    expect(entries.map(({ coverage }) => coverage)).toEqual(["shortened", "shortened", "full"]);
    expect(entries.map(({ text }) => text.split("\n")[5])).toEqual([
      "Does a. (project)",
      "Does b. (project)",
      "Does c. (project)",
    ]);
  });

  test("[D20] every profile with a list names an existing format", () => {
    const named = PROFILES.map(({ disclosure }) => disclosure.format ?? "xml");
    expect(named.filter((format) => !FORMAT_NAMES.includes(format))).toEqual([]);
  });
});

describe("Codex", () => {
  // `- aa: (file: r0/aa/SKILL.md)` and a newline have 29 bytes, which are 8 tokens; three more bytes need no further
  // token.
  const three = ["aa", "bb", "cc"].map((name) => skill(name, "0123456789"));
  test.each<[number, string[]]>([
    [30, ["0123456789 ", "0123456789 ", "0123456789 "]],
    [29, ["0123456789 ", "0123456789 ", "012345 "]],
    [27, ["012345 ", "012345 ", "012345 "]],
    [26, ["012345 ", "012345 ", "01 "]],
    [24, ["01 ", "01 ", "01 "]],
    [23, ["", ""]],
    [8, [""]],
    [7, []],
  ])("[D20] %i tokens: %j", async (amount, said) => {
    const names = ["aa", "bb", "cc"];
    const lines = said.map((text, at) => `- ${names[at]}: ${text}(file: r0/${names[at]}/SKILL.md)`);
    expect(await linesOf("codex", three, tokens(amount))).toEqual(lines);
  });

  test("[D20] in characters where no window is known", async () => {
    const lines = await linesOf("codex", [skill("aa", "日本語"), skill("bb", "日本語")], characters(58 + 5));
    expect(lines).toEqual(["- aa: 日本 (file: r0/aa/SKILL.md)", "- bb: 日 (file: r0/bb/SKILL.md)"]);
  });

  test("[D20] a cut in a word, or before a space, stays where it is", async () => {
    const [line] = await linesOf("codex", [skill("aa", "one two three")], tokens(9));
    expect(line).toBe("- aa: one tw (file: r0/aa/SKILL.md)");
    const [spaced] = await linesOf("codex", [skill("aa", "one   two")], tokens(8));
    expect(spaced).toBe("- aa: on (file: r0/aa/SKILL.md)");
  });

  test("[D20] by scope, then by bytes; omitted skills come last in the report", async () => {
    const admin = rootAt("/etc/codex/skills", { scope: "admin" });
    const given = [
      skill("b", "x", { root: USER }),
      skill("é", "x"),
      skill("z", "x"),
      skill("B", "x"),
      skill("b", "x", { root: admin }),
    ];
    const { entries } = await write("codex", given, tokens(27));
    expect(entries.map(({ text, coverage }) => [coverage, text.slice(0, 4)])).toEqual([
      ["name-only", "- b:"],
      ["name-only", "- B:"],
      ["name-only", "- z:"],
      ["omitted", ""],
      ["omitted", ""],
    ]);
  });

  test("[D20] 1,024 code points, the last three of them dots", async () => {
    const [whole = "", cut = ""] = await linesOf(
      "codex",
      [skill("a", "🙂".repeat(1024)), skill("b", "🙂".repeat(1025))],
      tokens(1_000_000),
    );
    expect(whole).toBe(`- a: ${"🙂".repeat(1024)} (file: r0/a/SKILL.md)`);
    expect(cut).toBe(`- b: ${"🙂".repeat(1021)}... (file: r0/b/SKILL.md)`);
  });
});

describe("Claude Code", () => {
  const given = [skill("a", "12345"), skill("b", "1234567890"), skill("c", "123"), skill("d", "1")];
  test.each<[number, string]>([
    [42, "abcd"],
    [41, "abc"],
    [40, "abc"],
    [38, "abd"],
    [30, "acd"],
    [29, "ac"],
    [25, "ad"],
    [22, "a"],
    [21, "c"],
    [18, "d"],
    [15, ""],
    [1, ""],
  ])("[D20] in %i columns %j are described, and all are named", async (amount, described) => {
    const lines = given.map(({ name, description }) =>
      described.includes(name) ? `- ${name}: ${description}` : `- ${name}`,
    );
    expect(await linesOf("claude-code", given, characters(amount))).toEqual(lines);
  });

  test("[D20] what is used more often is described first", async () => {
    const used = given.map((each) => ({ ...each, rank: each.name === "d" ? 9 : each.name === "c" ? 5 : 0 }));
    expect(await linesOf("claude-code", used, characters(24))).toEqual(["- a", "- b", "- c: 123", "- d: 1"]);
  });

  test.each([
    ["plain text", 10],
    ["日本語", 6],
    ["e\u0301", 1],
    ["👍🏽", 2],
    ["🏽🙂🏽", 6],
    ["👨‍👩‍👧", 2],
    ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2],
    ["🇩🇪", 2],
    ["1\ufe0f\u20e3", 2],
    ["☺", 1],
    ["☺\ufe0f", 2],
    ["☺\ufe0e", 1],
    ["a\u200b\u00adb", 2],
    ["ＦＵＬＬ", 8],
    ["\u001b[31mred\u001b[0m", 3],
    ["tab\tand\nline", 10],
    ["\u05d1\u05b7", 2],
    ["…", 1],
  ])("[D20] %j takes %i columns", (text, width) => {
    expect(columnWidth(text)).toBe(width);
  });

  test.each<[string, number | undefined, Record<string, string>, number]>([
    // Claude Code reserves 276 columns for the skill that it always lists in full.
    ["a million tokens", 1_000_000, {}, 30_000 - 276],
    ["its default model", undefined, {}, 30_000 - 276],
    ["200,000 tokens", 200_000, {}, 6000 - 276],
    ["the variable", 200_000, { SLASH_COMMAND_TOOL_CHAR_BUDGET: "8000" }, 8000 - 276],
  ])("[D20] %s", (_, window, variables, amount) => {
    const profile = PROFILES.find(({ name }) => name === "claude-code") as (typeof PROFILES)[number];
    expect(allowanceFor(profile, { ...(window ? { window } : {}), variables })).toMatchObject({
      amount,
      unit: "characters",
    });
  });
});

describe("OpenClaw", () => {
  const given = (count: number, description: string): ListedSkill[] =>
    Array.from({ length: count }, (_, at) => skill(`s${String(at).padStart(3, "0")}`, description));
  const element = 2 + 7 + 1 + 4 + 13 + 4 + 1 + 4 + 21 + 31 + 1 + 2 + 8 + 1;

  test("[D20] with descriptions, then without, then only as many skills as fit", async () => {
    const three = given(3, "x".repeat(100));
    const full = (await linesOf("openclaw", three, ALL)).join("\n").length + 1 + 459;
    const compact = 3 * element + 452 + 101;
    const tier = async (amount: number): Promise<[number, number]> => {
      const { entries } = await write("openclaw", three, characters(amount));
      const shown = entries.filter(({ coverage }) => coverage !== "omitted");
      return [shown.length, shown.filter(({ text }) => text.includes("<description>")).length];
    };
    expect(await tier(full)).toEqual([3, 3]);
    expect(await tier(full - 1)).toEqual([3, 0]);
    expect(await tier(compact)).toEqual([3, 0]);
    expect(await tier(compact - 1)).toEqual([2, 0]);
    expect(await tier(10)).toEqual([0, 0]);
  });

  test("[D20] lists at most 150 skills, and tells the model the number of the others", async () => {
    const { text, entries } = await write("openclaw", given(151, "x"), ALL);
    expect(entries.at(-1)).toMatchObject({ coverage: "omitted", text: "" });
    expect(text.split("\n")[0]).toBe("Not listed, because the list is full: 1 of 151 skills.");
  });
});

describe("caliban", () => {
  test("[D20] the first line of a description, until 8 KiB are used", async () => {
    const given = Array.from({ length: 100 }, (_, at) =>
      skill(`s${String(at).padStart(3, "0")}`, `${"x".repeat(100)}\nmore`),
    );
    const lines = await linesOf("caliban", given, characters(8192));
    // The list starts after 215 bytes, and each entry has 109 bytes. With 73 entries, it has 8,172 bytes. The 20 bytes that are left are fewer than a mark for a cut entry needs.
    expect(lines).toHaveLength(73);
    expect(new Set(lines.map((line) => line.slice(8)))).toEqual(new Set(["x".repeat(100)]));
    const more = await linesOf("caliban", given, characters(8172 + 8 + 32 + 10));
    expect(more.at(-1)).toBe("- s073: xxxxx… (description truncated)");
    expect(more).toHaveLength(74);
  });
});

const NASTY = [
  ..."\n|\r\n|\u2028|\x85|</skill>|<skill>|</available_skills>|</skills_instructions>|</system-reminder>|</name>".split(
    "|",
  ),
  ..."- fake: entry|\n- fake: entry (file: r0/x)|\n### User\n- x|(file: /evil)|• x - y|\x1b[31m|\0|\u202e|\u{e0041}".split(
    "|",
  ),
  ..."\u200b|\ufe0f|\ud800|\"|'|`|: |&lt;|&#10;|{|漢字|😀|a|b c|, ".split("|"),
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ maxLength: 4, unit: "binary" })), { maxLength: 8 })
  .map((parts) => parts.join(""));
const HIDDEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]|\p{Default_Ignorable_Code_Point}|\p{Cs}/u;

/** For each format: the lines that begin an entry, the number of lines of an entry, and the tags that close an element. */
const STRUCTURE: Readonly<Record<string, { entry: RegExp; lines: number; closes: RegExp }>> = {
  codex: { entry: /^- (?!`r)/gm, lines: 1, closes: /<\/skills_instructions>/g },
  "claude-code": { entry: /^- /gm, lines: 1, closes: /<\//g },
  opencode: { entry: /^ {2}<skill>$/gm, lines: 5, closes: /<\/available_skills>/g },
  "available-skills": { entry: /^ {2}<skill>$/gm, lines: 5, closes: /<\/available_skills>/g },
  openclaw: { entry: /^ {2}<skill>$/gm, lines: 5, closes: /<\/available_skills>/g },
  caliban: { entry: /^- /gm, lines: 1, closes: /<\//g },
  goose: { entry: /^• /gm, lines: 1, closes: /<\//g },
  vscode: { entry: /^<skill>$/gm, lines: 5, closes: /<\/skills>/g },
  "qwen-code": { entry: /^<skill>$/gm, lines: 11, closes: /<\/available_skills>/g },
  "kimi-cli": { entry: /^- /gm, lines: 3, closes: /<\//g },
  "kimi-code": { entry: /^- /gm, lines: 2, closes: /<\//g },
  "copilot-cli": { entry: /^ {2}<skill>$/gm, lines: 5, closes: /<\/available_skills>/g },
};

describe("malicious skills", () => {
  const formats = FORMAT_NAMES.filter(
    (name) => !OWN_FORMAT_NAMES.includes(name) && name !== "none" && name !== "cline",
  );
  test.each(formats)(
    "[D20] [D3] %s: the number of entries equals the number of skills, for any texts",
    async (format) => {
      const { entry, lines, closes } = STRUCTURE[format] as (typeof STRUCTURE)[string];
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(hostile, hostile, hostile), { minLength: 1, maxLength: 6 }),
          fc.integer({ min: 1, max: 3000 }),
          async (given, amount) => {
            const skills = given.map(([name, description, place], at) =>
              skill(name, description, { location: `${REPO.path}/${place}${at}/SKILL.md` }),
            );
            const { text, entries } = await write(format, skills, characters(amount));
            const shown = entries.filter(({ coverage }) => coverage !== "omitted");
            expect(text).not.toMatch(HIDDEN);
            expect(entries).toHaveLength(skills.length);
            expect(text.match(entry)?.length ?? 0).toBe(shown.length);
            for (const each of shown) expect(each.text.trim().split("\n").length).toBeLessThanOrEqual(lines + 1);
            const harmless = skills.map((_, at) => skill(`n${at}`, "d"));
            const plain = await write(format, harmless, characters(100_000));
            expect(text.match(closes)?.length).toBe(plain.text.match(closes)?.length);
          },
        ),
        { numRuns: 150 },
      );
    },
  );

  test("[D20] cline: only names, each on one line", async () => {
    const { text } = await write("cline", [skill("a, b", "x"), skill("c\nd", "x")], ALL);
    expect(text.split("\n")[1]).toBe('"a, b", c d');
  });
});

describe("Codex's table of roots", () => {
  const cache = (plugin: string) => rootAt(`/h/plugins/cache/shop/${plugin}/1.0.0/skills`, { scope: "plugin" });
  const [kit, ops, pack] = ["kit", "ops", "pack"].map(cache) as [typeof REPO, typeof REPO, typeof REPO];

  test("[V9] plugins with one skill share the directory of their marketplace", async () => {
    const skills = [
      skill("kit:a", "A.", { root: kit }),
      skill("ops:b", "B.", { root: ops }),
      skill("pack:c", "C.", { root: pack }),
      skill("pack:d", "D.", { root: pack }),
    ];
    const { text } = await write("codex", skills, tokens(1000), { roots: [kit, ops, pack] });
    expect(text).toContain("- `r0` = `/h/plugins/cache/shop`\n- `r1` = `/h/plugins/cache/shop/pack/1.0.0/skills`\n###");
    expect(text).toContain("(file: r0/ops/1.0.0/skills/ops:b/SKILL.md)");
    expect(text).toContain("(file: r1/pack:d/SKILL.md)");
  });

  test("[V9] counts against the budget if it is longer than the text that it replaces", async () => {
    const roots = [1, 2, 3, 4].map((at) => rootAt(`/home/me/${"directory".repeat(4)}/${at}/skills`, { scope: "user" }));
    const lengthWith = async (count: number): Promise<number> => {
      const skills = roots.slice(0, count).map((root, at) => skill(`s${at}`, "x".repeat(900), { root }));
      const { entries } = await write("codex", skills, tokens(400), { roots });
      return entries.reduce((sum, entry) => sum + Math.ceil((entry.text.length + 1) / 4), 0);
    };
    expect(await lengthWith(2)).toBe(400);
    // The lines of the table take 66 characters each.
    expect(await lengthWith(3)).toBe(400 - (Math.ceil((3 * 66 + 2) / 4) - 36));
    expect(await lengthWith(4)).toBe(400 - (Math.ceil((4 * 66 + 2) / 4) - 36));
  });
});

test("[V9] Claude Code's `directory (name)` is quoted only if a part is unclear", async () => {
  const { text } = await write(
    "claude-code",
    [
      skill("dir", "Does it.", { shownName: "dir (title)" }),
      skill("two", "Does it.", { shownName: "two (a: b)" }),
      skill("own", "Does it.", { shownName: "other (title)" }),
    ],
    characters(1000),
  );
  expect(text).toContain("- dir (title): Does it.");
  expect(text).toContain('- "two (a: b)": Does it.');
  expect(text).toContain('- "other (title)": Does it.');
});
