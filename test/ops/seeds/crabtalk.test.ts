/** Checks crabtalk's RFC 0036 "Skill Loading" line by line. */

import { describe, expect, test } from "vitest";
import { findProfile } from "../../../src/hosts/profiles/profiles.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import { Crabtalk, CrabtalkRegistry } from "../../../src/ops/seeds/crabtalk.ts";
import { type Entries, makeTree, skill, type Tree } from "../../tree.ts";
import { overridden, rejected, see, visible } from "./see.ts";

const crabtalk = findProfile("crabtalk") as HostProfile;

const open = async (tree: Tree, roots: readonly string[] = ["skills"]): Promise<Crabtalk> =>
  new Crabtalk(await see(crabtalk, tree, { roots }), tree.files);

const names = (answer: ReturnType<Crabtalk["dispatch"]>): string[] =>
  answer.kind === "listed" ? answer.skills.map((each) => each.name) : [answer.kind];

describe("crabtalk RFC 0036 §Format", () => {
  test("lines 14–15: name and description are required, allowed-tools is optional, the body is the prompt", async () => {
    const tree = makeTree({
      "skills/full/SKILL.md": "---\nname: full\ndescription: All of it.\nallowed-tools:\n  - Bash\n---\nThe prompt.\n",
      "skills/listed/SKILL.md": "---\nname: listed\ndescription: Tools in a line.\nallowed-tools: Bash Read\n---\nx\n",
      "skills/bare/SKILL.md": skill("bare"),
      "skills/no-name/SKILL.md": "---\ndescription: Nobody.\n---\nx\n",
      "skills/no-description/SKILL.md": "---\nname: no-description\n---\nx\n",
      "skills/empty-description/SKILL.md": '---\nname: empty-description\ndescription: ""\n---\nx\n',
      "skills/no-frontmatter/SKILL.md": "# Only text\n",
    });
    const view = await see(crabtalk, tree, { roots: ["skills"] });
    expect(visible(view, tree)).toEqual([
      "bare /skills/bare/SKILL.md",
      "full /skills/full/SKILL.md",
      "listed /skills/listed/SKILL.md",
    ]);
    expect(rejected(view)).toEqual([
      "empty-description SK716",
      "no-description SK716",
      "no-frontmatter SK713",
      "no-name SK715",
    ]);
    expect(view.entries.find((entry) => entry.name === "full")?.fields["allowed-tools"]).toEqual(["Bash"]);
    expect((await open(tree)).dispatch("full")).toMatchObject({ kind: "loaded", body: "The prompt.\n" });
  });

  test.each([
    ["CRLF", "---\r\nname: x\r\ndescription: Y\r\n---\r\nBody\r\n"],
    ["blank lines first", "\n\n---\nname: x\ndescription: Y\n---\nBody\n"],
    ["spaces after the fences", "---  \nname: x\ndescription: Y\n---  \nBody\n"],
  ])("line 13: the convention's file is read with %s", async (_, text) => {
    const tree = makeTree({ "skills/x/SKILL.md": text });
    expect((await open(tree)).registry.skills()).toMatchObject([{ name: "x", description: "Y" }]);
  });
});

describe("crabtalk RFC 0036 §Discovery", () => {
  test("lines 17–23: the directories are searched recursively, each skill in a directory of its own", async () => {
    const tree = makeTree({
      "skills/check-feeds/SKILL.md": skill("check-feeds"),
      "skills/summarize/SKILL.md": skill("summarize"),
      "skills/SKILL.md": skill("skills"),
      "skills/other.md": skill("other"),
    });
    expect(visible(await see(crabtalk, tree, { roots: ["skills"] }), tree)).toEqual([
      "check-feeds /skills/check-feeds/SKILL.md",
      "summarize /skills/summarize/SKILL.md",
    ]);
  });

  test("line 24: nested organization is supported", async () => {
    const tree = makeTree({
      "skills/category/my-skill/SKILL.md": skill("my-skill"),
      "skills/a/b/c/d/e/f/g/h/deep/SKILL.md": skill("deep"),
    });
    expect(visible(await see(crabtalk, tree, { roots: ["skills"] }), tree)).toEqual([
      "deep /skills/a/b/c/d/e/f/g/h/deep/SKILL.md",
      "my-skill /skills/category/my-skill/SKILL.md",
    ]);
  });

  test("lines 24–25: hidden directories are skipped, at any depth", async () => {
    const tree = makeTree({
      "skills/.hidden/SKILL.md": skill("hidden"),
      "skills/category/.also/x/SKILL.md": skill("also"),
      "skills/shown/SKILL.md": skill("shown"),
    });
    expect(visible(await see(crabtalk, tree, { roots: ["skills"] }), tree)).toEqual(["shown /skills/shown/SKILL.md"]);
  });

  test("lines 25–27: of two with a name the first loaded wins, in the order of the configuration", async () => {
    const tree = makeTree({
      "zebra/same/SKILL.md": skill("same", "Of zebra."),
      "apple/same/SKILL.md": skill("same", "Of apple."),
      "apple/other/SKILL.md": skill("other"),
    });
    const first = await see(crabtalk, tree, { roots: ["zebra", "apple"] });
    expect(visible(first, tree)).toEqual(["same /zebra/same/SKILL.md", "other /apple/other/SKILL.md"]);
    expect(overridden(first, tree)).toEqual(["same /apple/same/SKILL.md"]);
    const second = await see(crabtalk, tree, { roots: ["apple", "zebra"] });
    expect(overridden(second, tree)).toEqual(["same /zebra/same/SKILL.md"]);
  });

  test("lines 25–26: the overridden one is reported with a warning", async () => {
    const tree = makeTree({ "a/x/SKILL.md": skill("same"), "b/y/SKILL.md": skill("same") });
    const view = await see(crabtalk, tree, { roots: ["a", "b"] });
    expect(crabtalk.collisions.said).toBe("log");
    expect(view.entries.find((entry) => entry.outcome === "overridden")).toMatchObject({
      by: tree.at("a/x/SKILL.md"),
      because: { code: "SK720" },
    });
  });

  test("line 26: names are compared as they are written", async () => {
    const tree = makeTree({ "a/x/SKILL.md": skill("Same"), "b/x/SKILL.md": skill("same") });
    expect((await see(crabtalk, tree, { roots: ["a", "b"] })).entries.map((entry) => entry.outcome)).toEqual([
      "visible",
      "visible",
    ]);
  });

  test("a directory that is missing is passed over", async () => {
    const tree = makeTree({ "b/x/SKILL.md": skill("x") });
    expect(visible(await see(crabtalk, tree, { roots: ["a", "b"] }), tree)).toEqual(["x /b/x/SKILL.md"]);
  });
});

describe("crabtalk RFC 0036 §Registry", () => {
  const one = { name: "one", description: "First.", path: "/a/one/SKILL.md" };
  const other = { ...one, description: "Second.", path: "/b/one/SKILL.md" };

  test("lines 30–31: add, upsert (replace by name), contains and skills (list all)", () => {
    const registry = new CrabtalkRegistry();
    expect([registry.add(one), registry.add(other)]).toEqual([true, false]);
    registry.add({ ...one, name: "two" });
    expect(registry.skills().map((each) => `${each.name} ${each.description}`)).toEqual(["one First.", "two First."]);
    registry.upsert(other);
    registry.upsert({ ...one, name: "three" });
    expect(registry.skills().map((each) => `${each.name} ${each.description}`)).toEqual([
      "one Second.",
      "two First.",
      "three First.",
    ]);
    expect([registry.contains("two"), registry.contains("four"), registry.contains("__proto__")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("crabtalk RFC 0036 §Dispatch", () => {
  const entries: Entries = {
    "skills/check-feeds/SKILL.md": skill("check-feeds", "Looks for NEWS in feeds."),
    "skills/summarize/SKILL.md": skill("summarize", "Makes a text short."),
    "skills/category/nested/SKILL.md": skill("nested", "Lies deeper."),
    "secret/SKILL.md": skill("secret"),
    "skills/SKILL.md": skill("root"),
  };

  test("line 35, step 1: a name outside the agent's scope is rejected, before anything else", async () => {
    const skills = await open(makeTree(entries));
    expect(skills.dispatch("summarize", ["check-feeds"])).toMatchObject({ kind: "refused", because: "scope" });
    expect(skills.dispatch("../secret", ["check-feeds"])).toMatchObject({ kind: "refused", because: "scope" });
    expect(skills.dispatch("check-feeds", ["check-feeds"])).toMatchObject({ kind: "loaded" });
  });

  test.each(["..", "../secret", "category/nested", "a..b", "category\\nested", "/etc", "\\\\host"])(
    "lines 36–37, step 2: %j is rejected",
    async (name) => {
      const skills = await open(makeTree(entries));
      expect(skills.dispatch(name)).toMatchObject({ kind: "refused", because: "traversal" });
      expect(skills.dispatch(name, [name])).toMatchObject({ kind: "refused", because: "traversal" });
    },
  );

  test("line 37, step 3: an exact name is {dir}/{name}/SKILL.md of the first directory that has it", async () => {
    const tree = makeTree({ ...entries, "late/summarize/SKILL.md": skill("summarize", "Of late.") });
    expect((await open(tree, ["skills", "late"])).dispatch("summarize")).toEqual({
      kind: "loaded",
      skill: { name: "summarize", description: "Makes a text short.", path: tree.at("skills/summarize/SKILL.md") },
      directory: tree.at("skills/summarize"),
      body: "# summarize\n\nInstructions.\n",
    });
    expect((await open(tree, ["late", "skills"])).dispatch("summarize")).toMatchObject({
      skill: { description: "Of late." },
    });
  });

  test("line 38: the found file is parsed; a broken file is reported, and no other place is searched", async () => {
    const tree = makeTree({ "a/x/SKILL.md": "no frontmatter", "b/x/SKILL.md": skill("x") });
    expect((await open(tree, ["a", "b"])).dispatch("x")).toMatchObject({
      kind: "broken",
      path: tree.at("a/x/SKILL.md"),
    });
  });

  test("line 38, step 4: without an exact match the registry is searched for a part of name or description", async () => {
    const skills = await open(makeTree(entries));
    expect(names(skills.dispatch("feeds"))).toEqual(["check-feeds"]);
    expect(names(skills.dispatch("news"))).toEqual(["check-feeds"]);
    expect(names(skills.dispatch("SHORT"))).toEqual(["summarize"]);
    expect(names(skills.dispatch("e"))).toEqual(["nested", "check-feeds", "summarize"]);
    expect(names(skills.dispatch("nothing like it"))).toEqual([]);
  });

  test("line 38: the list has names and descriptions and never a body, also for the only match", async () => {
    const tree = makeTree(entries);
    const answer = (await open(tree)).dispatch("nested");
    expect(answer).toEqual({
      kind: "listed",
      skills: [{ name: "nested", description: "Lies deeper.", path: tree.at("skills/category/nested/SKILL.md") }],
    });
    expect(JSON.stringify(answer)).not.toContain("Instructions");
  });

  test("line 38: empty input lists all available skills, respecting scope", async () => {
    const skills = await open(makeTree(entries));
    expect(names(skills.dispatch(""))).toEqual(["nested", "check-feeds", "summarize"]);
    expect(names(skills.dispatch("", ["summarize", "unknown"]))).toEqual(["summarize"]);
  });

  test.each(["__proto__", ".", "a\0b", "x".repeat(5000), " "])("any name has an answer: %j", async (name) => {
    const answer = (await open(makeTree({ "skills/x/SKILL.md": skill("x") }))).dispatch(name);
    expect(["listed", "broken", "loaded"]).toContain(answer.kind);
  });
});

describe("crabtalk RFC 0036 §Hot reload", () => {
  test("line 40: a call reads afresh and upserts, without a restart", async () => {
    const tree = makeTree({ "skills/x/SKILL.md": skill("x", "Before.") });
    const skills = await open(tree);
    tree.add({
      "skills/x/SKILL.md": "---\nname: x\ndescription: After.\n---\nNew body.\n",
      "skills/born-later/SKILL.md": skill("born-later"),
    });
    expect(skills.registry.skills()).toMatchObject([{ description: "Before." }]);
    expect(skills.dispatch("x")).toMatchObject({ kind: "loaded", body: "New body.\n" });
    expect(skills.dispatch("born-later")).toMatchObject({ kind: "loaded" });
    expect(skills.registry.skills()).toMatchObject([{ name: "x", description: "After." }, { name: "born-later" }]);
  });
});

describe("crabtalk RFC 0036 §Slash command resolution", () => {
  test("lines 42–43: a leading /skill-name is looked for in each directory", async () => {
    const tree = makeTree({ "a/other/SKILL.md": skill("other"), "b/deploy/SKILL.md": skill("deploy") });
    const skills = await open(tree, ["a", "b"]);
    expect(skills.resolveSlash("/deploy to staging")).toMatchObject({
      answer: { kind: "loaded", skill: { name: "deploy" }, body: "# deploy\n\nInstructions.\n" },
      rest: "to staging",
    });
    expect(skills.resolveSlash("/deploy")).toMatchObject({ rest: "" });
  });

  test.each(["please /deploy", "deploy", "/", "/unknown", "/../deploy", "/a/b", " /deploy"])(
    "lines 42–43: %j is an ordinary message",
    async (message) => {
      const skills = await open(makeTree({ "skills/deploy/SKILL.md": skill("deploy") }));
      expect(skills.resolveSlash(message)).toBeUndefined();
    },
  );
});

describe("crabtalk RFC 0036 §Scoping", () => {
  const entries: Entries = { "skills/a/SKILL.md": skill("a", "Both."), "skills/b/SKILL.md": skill("b", "Both.") };

  test("lines 47–48: empty means unrestricted, otherwise only listed skills are available", async () => {
    const skills = await open(makeTree(entries));
    expect(["a", "b"].map((name) => skills.dispatch(name, []).kind)).toEqual(["loaded", "loaded"]);
    expect(["a", "b"].map((name) => skills.dispatch(name, ["b"]).kind)).toEqual(["refused", "loaded"]);
  });

  test("lines 48–49: it applies to exact load, fuzzy listing and slash resolution", async () => {
    const skills = await open(makeTree(entries));
    expect(skills.dispatch("a", ["b"]).kind).toBe("refused");
    expect(names(skills.dispatch("both", ["both", "b"]))).toEqual(["b"]);
    expect(skills.resolveSlash("/a", ["b"])).toBeUndefined();
    expect(skills.resolveSlash("/b", ["b"])).toMatchObject({ answer: { kind: "loaded" } });
  });
});

describe("crabtalk RFC 0036 §Unresolved Questions", () => {
  test("line 56: allowed-tools is in the format and has no effect", async () => {
    const tree = makeTree({ "skills/x/SKILL.md": skill("x", "Y.", "allowed-tools: [Bash]\n") });
    expect(visible(await see(crabtalk, tree, { roots: ["skills"] }), tree)).toEqual(["x /skills/x/SKILL.md"]);
    expect(crabtalk.notes.some((note) => note.includes("allowed-tools"))).toBe(true);
  });
});
