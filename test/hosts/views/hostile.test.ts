/** Settings, patterns and links of a stranger's project do not change or delay the answer. */
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import type { HostView } from "../../../src/hosts/views/host-view.ts";
import { findEdit } from "../../../src/hosts/views/remedies/find-edit.ts";
import { GlobMatcher, parseGlob } from "../../../src/hosts/views/steps/match-glob.ts";
import { createWalker, walkRoot } from "../../../src/hosts/views/steps/walk.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { parseJsonc } from "../../../src/model/text/data-formats/parse-jsonc.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { skill } from "../../tree.ts";
import { fakeRoot, lookAt, told } from "./fake.ts";

type Tree = Parameters<typeof memoryFiles>[0];

const BASE: Tree = {
  "/home": "directory",
  "/work/.git/HEAD": "ref",
  "/work/.git/objects": "directory",
  "/work/.git/refs": "directory",
};
const LONG = "a".repeat(200);

function view(host: string, tree: Tree): Promise<HostView> {
  const profile = PROFILES.find((each) => each.name === host) as HostProfile;
  return lookAt(profile, memoryFiles({ ...BASE, ...tree }));
}

describe("[V13] settings that would take for ever, or end the stack", () => {
  const A = { "/work/.agents/skills/a/SKILL.md": skill("a"), "/work/.pi/skills/a/SKILL.md": skill("a") };
  const B = { "/work/.claude/skills/a/SKILL.md": skill("a") };
  test.each<[string, string, Tree, string[]]>([
    ["comments that never end", "opencode", { ...B, "/work/opencode.json": "/*".repeat(400_000) }, ["a"]],
    ["quotes that never end", "opencode", { ...B, "/work/opencode.json": '"\\'.repeat(400_000) }, ["a"]],
    ["quotes alone", "claude-code", { ...B, "/work/.claude/settings.json": '"'.repeat(400_001) }, ["a"]],
    ["blanks after a comma", "opencode", { ...B, "/work/opencode.json": `,${" ".repeat(800_000)}` }, ["a"]],
    ["commas and blanks", "opencode", { ...B, "/work/opencode.json": ", ".repeat(400_000) }, ["a"]],
    ["deep lists", "opencode", { ...B, "/work/opencode.json": "[".repeat(400_000) + "]".repeat(400_000) }, ["a"]],
    ["deep maps", "pi", { ...A, "/work/.pi/settings.json": '{"skills":'.repeat(100_000) }, ["a", "a SK720"]],
    ["a deep manifest", "codex", { ...A, "/work/.claude-plugin/plugin.json": "[".repeat(900_000) }, ["a"]],
    ["deep TOML", "codex", { ...A, "/home/.codex/config.toml": `a = ${"[".repeat(500_000)}` }, ["a SK731"]],
    ["a long TOML key", "codex", { ...A, "/home/.codex/config.toml": `[${"a.".repeat(100_000)}a]\n` }, ["a"]],
    [
      "deep YAML",
      "pickle-bot",
      {
        "/home/.pickle-bot/skills/a/SKILL.md": skill("a"),
        "/home/.pickle-bot/config.user.yaml": `skills_path: ${"{a: ".repeat(100_000)}`,
      },
      ["a"],
    ],
    [
      "NUL in paths",
      "opencode",
      { ...B, "/work/opencode.json": JSON.stringify({ skills: { paths: ["a\0b", "~/\0"] } }) },
      ["a"],
    ],
    [
      "patterns that go back",
      "pi",
      {
        [`/work/.pi/skills/${LONG}/SKILL.md`]: skill(LONG),
        "/work/.pi/settings.json": JSON.stringify({ skills: [`!${"*a".repeat(40)}b`, `!${"**/".repeat(40)}zz`] }),
      },
      [`${LONG} +SK718`],
    ],
    [
      "patterns that fit all the same",
      "pi",
      { ...A, "/work/.pi/settings.json": JSON.stringify({ skills: [`!${"**/".repeat(40)}${"*".repeat(40)}`] }) },
      ["a SK738", "a SK738"],
    ],
  ])("%s (%s)", async (_, host, tree, expected) => {
    expect(told(await view(host, tree))).toEqual(expected);
  });

  test.each<[string, unknown]>([
    ['{"a": 1, // one\n"b": [1, 2, /* two */ ], }', { a: 1, b: [1, 2] }],
    ['{"a": "// no, /* no */ ,]"}', { a: "// no, /* no */ ,]" }],
    ['["\\"", "\\\\",]', ['"', "\\"]],
    ["\ufeff[1,\n]", [1]],
    ["[1,,]", undefined],
    ["[1] /* open", undefined],
    ["[1] / 2", undefined],
    ['["open]', undefined],
    ["// nothing", undefined],
  ])("JSON with comments: %j", (text, expected) => {
    expect(parseJsonc(text)).toEqual(expected);
  });

  test.each<[string, string, boolean]>([
    ["a", "a", true],
    ["*", "a/b", false],
    ["**", "a/b", true],
    ["**/b", "b", true],
    ["**/b", "a/x/b", true],
    ["**/b", "ab", false],
    ["a?c", "abc", true],
    ["a?c", "a/c", false],
    ["a*/**/*.md", "ab/c/d/x.md", true],
    ["[a]", "a", false],
    ["?", "😀", true],
    ["", "", true],
  ])("patterns: %s on %s is %s", (pattern, text, expected) => {
    expect(new GlobMatcher().matches(parseGlob(pattern), text)).toBe(expected);
  });

  test("patterns beyond all measure fit nothing", () => {
    const matcher = new GlobMatcher();
    expect(matcher.matches(parseGlob("**".repeat(5000)), "a")).toBe(false);
    for (let turn = 0; turn < 1000; turn++) matcher.matches(parseGlob(`${"*a".repeat(100)}b`), LONG);
    expect(matcher.matches(parseGlob("*"), "a")).toBe(false);
  });
});

describe("[V2] trees that would take for ever", () => {
  test("ignore rules that go back", () => {
    const deep = `/r/x/${"a/".repeat(60)}SKILL.md`;
    const rules = [`x${"/**/a".repeat(9)}/y`, `x${"/**".repeat(9)}/z`, `${"*a".repeat(30)}b`, "**/b/**/c"];
    const tree = {
      [deep]: "text",
      "/r/x/q/z/SKILL.md": "text",
      "/r/b/q/c/SKILL.md": "text",
      "/r/.gitignore": rules.join("\n"),
    };
    const { sightings } = walkRoot(fakeRoot("/r", { depth: 100, ignoreFiles: [".gitignore"] }), memoryFiles(tree));
    expect(sightings.map(({ path }) => path)).toEqual([deep]);
  });

  test("of a root that settings name, and of all of them together, only so much is searched", async () => {
    const tree = memoryFiles(
      Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [`/r/${name}/SKILL.md`, "text"])),
    );
    const { sightings, limit, steps } = walkRoot(fakeRoot("/r"), tree, 4);
    expect([sightings.length, limit, steps]).toEqual([3, "reach", 4]);
    const walking = createWalker(tree);
    const named = fakeRoot("/r", {}, { named: true });
    let last = walking(named);
    for (let turn = 0; turn < 1500; turn++) last = walking(named);
    expect(last).toEqual({ sightings: [], limit: "reach", steps: 0 });
    expect(walking(fakeRoot("/r")).limit).toBeUndefined();
  });

  test("a maze differs from a large tree", () => {
    const back = Object.fromEntries(["l1", "l2", "l3"].map((name) => [`/r/a/${name}`, { link: "/r" }]));
    const maze = memoryFiles({ "/r/a/SKILL.md": "text", ...back });
    const rule = { depth: 100, insideSkills: true, loops: true } as const;
    expect(walkRoot(fakeRoot("/r", rule), maze, 300).limit).toBe("patience");
  });

  const LINK = { link: "/work/.claude/skills" };
  test.each<[string, Tree, string[]]>([
    ["one", { "/work/.claude/skills/a/back": LINK }, []],
    ["two", { "/work/.claude/skills/a/back": LINK, "/work/.claude/skills/a/again": LINK }, ["SK730"]],
    ["one, by two ways", { "/work/.claude/skills/b/back": LINK, "/work/.claude/skills/c": { link: "b" } }, ["SK730"]],
    [
      "two that lead to each other",
      { "/work/.claude/skills/x/y": { link: "../z" }, "/work/.claude/skills/z/x": { link: "../x" } },
      [],
    ],
    [
      "two whose paths grow too long too soon",
      { [`/work/.claude/skills/a/${LONG}1`]: LINK, [`/work/.claude/skills/a/${LONG}2`]: LINK },
      [],
    ],
  ])("links that lead back in OpenCode: %s", async (_, links, codes) => {
    const { entries, remarks } = await view("opencode", { "/work/.claude/skills/a/SKILL.md": skill("a"), ...links });
    expect([entries.length, remarks.map(({ code }) => code)]).toEqual([1, codes]);
  });
});

test.each<[string, string, string, string | undefined]>([
  // Codex puts text that is not valid YAML in quotes.
  ["brackets in brackets", "[".repeat(300_000), "codex", undefined],
  ["brackets in brackets", "[".repeat(300_000), "goose", "SK714"],
  ["numbers to the base 60", `1${":1".repeat(200_000)}`, "opencode", "SK714"],
])("[V7] %s are given up, and the host's answer comes", async (_, description, host, code) => {
  const text = `---\nname: a\ndescription: ${description}\n---\nBody\n`;
  const { entries } = await view(host, { "/work/.agents/skills/a/SKILL.md": text });
  expect(entries.map(({ because }) => because?.code)).toEqual([code]);
});

test("[V5] a fix for a huge file is looked for, or is not, in a bounded time", () => {
  const context = { name: "a", maxDescription: 1024, unit: "characters", hiding: [] } as const;
  const file = Buffer.from(
    `---\nname: a\ndescription: ${": ".repeat(200_000)}${"'".repeat(200_000)}x\n---\n${"<".repeat(200_000)}\n`,
  );
  const plan = findEdit(file, context, (bytes) => bytes.length < 10_000);
  expect(plan).toBeUndefined();
  const small = Buffer.from(
    `---\nname: a\ndescription: ${": ".repeat(2000)}${"'".repeat(9000)}x\n---\n${"<".repeat(200_000)}\n`,
  );
  const quoted = findEdit(small, context, (bytes) => Buffer.from(bytes).includes('description: "'));
  expect(quoted?.labels).toEqual(["quote the description"]);
});
