import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { directorySource, memorySource } from "../../../src/catalog/load/sources.ts";
import type { SkillSource } from "../../../src/model/skills/skill-source.ts";
import { compileSkill } from "../../../src/ops/hosts/compile-skill.ts";
import { openSkills, type Skills } from "../../../src/ops/open-skills.ts";
import { codes, load, makeTree, outcomes, skill, type Tree } from "../../tree.ts";

const FILES: Record<string, string> = {
  "pdf/SKILL.md": skill("pdf", "Reads PDFs.", "license: MIT\nmetadata:\n  a: [1, 2]\n"),
  "pdf/agents/openai.yaml": "interface:\n  display_name: PDF\n",
  "pdf/scripts/hidden/SKILL.md": skill("hidden"),
  "office/doc/SKILL.md": `\ufeff${skill("doc")}`,
  "office/broken/SKILL.md": "no frontmatter",
  "office/colon/SKILL.md": "---\nname: colon\ndescription: a: b\n---\nBody of colon.\n",
  "case/skill.md": skill("case"),
  ".hidden/x/SKILL.md": skill("x"),
  "node_modules/y/SKILL.md": skill("y"),
  "twice/a/SKILL.md": skill("twin"),
  "twice/b/SKILL.md": skill("twin"),
  "a/b/c/d/e/f/g/SKILL.md": skill("too-deep"),
  "SKILL.md": skill("top"),
};

function filled(): Tree {
  return makeTree(Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`s/${path}`, text])));
}

/** The same files in each kind of source. */
const KINDS: [string, (tree: Tree) => { roots?: string[]; sources?: SkillSource[] }][] = [
  ["a directory root", (tree) => ({ roots: [tree.at("s")] })],
  ["a directory source", (tree) => ({ sources: [directorySource("s", tree.at("s"))] })],
  ["a memory source of texts", () => ({ sources: [memorySource("s", FILES)] })],
  [
    "a memory source of bytes",
    () => ({
      sources: [
        memorySource("s", Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path, Buffer.from(text)]))),
      ],
    }),
  ],
  [
    "an asynchronous source",
    () => ({
      sources: [
        {
          name: "s",
          list: async () => Object.keys(FILES).reverse(),
          read: async (path) => Buffer.from(FILES[path] ?? ""),
        },
      ],
    }),
  ],
];

/** Returns the facts that do not depend on the source. Paths are relative to the root. */
function contract(skills: Skills) {
  const { snapshot } = skills;
  const all = [...snapshot.skills, ...snapshot.overridden].map(
    ({ skill: { name, description, manifest, header, headerLine, bodyOffset, path, root, sidecar } }) => ({
      name,
      description,
      manifest,
      header,
      headerLine,
      bodyOffset,
      path: path.slice(root.path.length),
      sidecar: sidecar && { ...sidecar, files: sidecar.files.map((file) => file.slice(root.path.length)) },
    }),
  );
  return {
    all,
    outcomes: outcomes(snapshot),
    rejected: snapshot.rejected.map((each) => [each.name, codes(each.diagnostics)]),
    codes: codes(snapshot.diagnostics).filter((code) => code !== "SK023"),
  };
}

describe.each(KINDS)("[L4] %s", (_, make) => {
  const opened = (): Promise<Skills> => {
    const tree = filled();
    return openSkills({ environment: tree.environment, ambient: false, ...make(tree) });
  };

  test("[L4] has the same skills, outcomes and diagnostics as a directory", async () => {
    const tree = filled();
    const directory = await openSkills({ environment: tree.environment, ambient: false, roots: [tree.at("s")] });
    expect(contract(await opened())).toEqual(contract(directory));
  });

  test("[L4] loads only existing skills", async () => {
    expect(outcomes((await opened()).snapshot)).toEqual({
      loaded: ["case", "colon", "doc", "pdf", "top", "twin"],
      overridden: ["twin"],
      rejected: ["broken"],
    });
  });

  test("[L4] returns bodies", async () => {
    const skills = await opened();
    expect([(await skills.read("colon")).body, (await skills.read("pdf")).body]).toEqual([
      "Body of colon.\n",
      "# pdf\n\nInstructions.\n",
    ]);
  });

  test("[L4] [C1] every file has an id of its own", async () => {
    const ids = (await opened()).status().map((each) => each.id);
    expect(new Set(ids).size).toBe(8);
  });
});

describe("sources", () => {
  const opened = (...sources: SkillSource[]) => load(makeTree(), { ambient: false, sources });

  test("[L4] [C3] take precedence in their order, before directories", async () => {
    const tree = makeTree({ "r/pdf/SKILL.md": skill("pdf", "Third.") });
    const sources = [
      memorySource("one", { "pdf/SKILL.md": skill("pdf", "First.") }),
      memorySource("two", { "pdf/SKILL.md": skill("pdf", "Second.") }),
    ];
    const { snapshot } = await load(tree, { ambient: false, sources, roots: [tree.at("r")] });
    expect(snapshot.skills.map((each) => each.skill.description)).toEqual(["First."]);
    expect(snapshot.overridden.map((each) => each.skill.description).sort()).toEqual(["Second.", "Third."]);
    expect(snapshot.skills[0]?.skill.id).toBe("extra:one/pdf");
  });

  test.each(["/etc/SKILL.md", "../SKILL.md", "a/../../SKILL.md", "a/../b/SKILL.md"])(
    "[L4] [S6] a path that leaves its source is never asked for: %s",
    async (path) => {
      const asked: string[] = [];
      const source: SkillSource = {
        name: "evil",
        list: () => [path, "ok/SKILL.md"],
        read(each) {
          asked.push(each);
          return Buffer.from(skill("ok"));
        },
      };
      const { snapshot } = await opened(source);
      expect([asked, outcomes(snapshot)]).toEqual([["ok/SKILL.md"], { loaded: ["ok"] }]);
      expect(snapshot.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
        `SK027 the source \`evil\` lists entries that are not paths in it; they are left out: \`${path}\``,
      ]);
    },
  );

  test.each<[string, unknown, object, string]>([
    [
      "an entry that is not text",
      [7, undefined, "ok/SKILL.md"],
      { loaded: ["ok"] },
      "lists entries that are not paths in it; they are left out: `7` and 1 more",
    ],
    ["no list", 7, {}, "cannot be listed (it returns no list)"],
    [
      "what cannot be a text",
      [Object.create(null), "ok/SKILL.md"],
      { loaded: ["ok"] },
      "lists entries that are not paths in it; they are left out: an object",
    ],
    [
      "a path that has no end",
      ["/".repeat(500), "ok/SKILL.md"],
      { loaded: ["ok"] },
      `lists entries that are not paths in it; they are left out: \`${"/".repeat(200)}\``,
    ],
  ])("[L4] a source that gives %s does not stop the other sources", async (_, listed, expected, message) => {
    const list = () => listed as string[];
    const { snapshot } = await opened({ name: "odd", list, read: () => Buffer.from(skill("ok")) });
    expect(outcomes(snapshot)).toEqual(expected);
    expect(snapshot.diagnostics.map((each) => each.message)).toEqual([`the source \`odd\` ${message}`]);
  });

  test.each([
    ["../evil", ["SKILL.md"]],
    ["a\\..\\..\\evil", undefined],
    ["CON", undefined],
    ["skill.md", undefined],
    [7, ["SKILL.md"]],
  ])("[CO1] [Z1] a compiled skill does not have %s, either", async (stray, expected) => {
    const tree = makeTree();
    const list = () => ["ok/SKILL.md", typeof stray === "string" ? `ok/${stray}` : (stray as unknown as string)];
    const source: SkillSource = { name: "evil", list, read: () => Buffer.from(skill("ok")) };
    const compiling = compileSkill(
      { skill: "ok", to: "codex", out: tree.at("out") },
      { ambient: false, cwd: tree.at("project"), sources: [source] },
    );
    if (expected === undefined) await expect(compiling).rejects.toMatchObject({ code: "SK485" });
    else expect((await compiling).files.map(({ path }) => path)).toEqual(expected);
    expect(existsSync(tree.at("out"))).toBe(expected !== undefined);
  });

  test.each(["/etc/passwd", "../x", "a/../../x"])("[L4] [S6] a directory source does not read %s", (path) => {
    const tree = makeTree({ "s/ok/SKILL.md": skill("ok"), x: "secret" });
    expect(() => directorySource("s", tree.at("s")).read(path)).toThrow("leaves the source");
  });

  test("[L4] a directory source does not follow symlinks", async () => {
    const tree = makeTree({
      "far/SKILL.md": skill("far"),
      "s/far": { link: "../far" },
      "s/ok/SKILL.md": skill("ok"),
      "s/l/SKILL.md": { link: "../ok/SKILL.md" },
    });
    expect(directorySource("s", tree.at("s")).list()).toEqual(["ok/SKILL.md"]);
  });

  test.each<[string, SkillSource, object]>([
    [
      "cannot be listed",
      { name: "down", list: () => Promise.reject(new Error("no network")), read: () => Buffer.from("") },
      {},
    ],
    [
      "cannot be read",
      {
        name: "down",
        list: () => ["a/SKILL.md", "b/SKILL.md"],
        read: (path) => (path === "a/SKILL.md" ? Promise.reject(new Error("no network")) : Buffer.from(skill("b"))),
      },
      { loaded: ["b"] },
    ],
  ])("[L4] a source that %s does not affect other sources (SK027)", async (_, source, own) => {
    const { snapshot } = await opened(source, memorySource("up", { "pdf/SKILL.md": skill("pdf") }));
    expect(outcomes(snapshot)["loaded"]).toEqual([...((own as { loaded?: string[] }).loaded ?? []), "pdf"]);
    expect(codes(snapshot.diagnostics)).toContain("SK027");
  });

  test("[L4] a property of every object is not a file of a memory source", () => {
    expect(() => memorySource("m", {}).read("constructor")).toThrow("there is no `constructor` in m");
  });

  test("[L4] [S8] limits hold for sources too", async () => {
    const { snapshot } = await load(makeTree(), {
      ambient: false,
      sources: [memorySource("m", { "pdf/SKILL.md": skill("pdf").padEnd(5000, "x") })],
      config: { "limits.max_skill_bytes": 4000 },
    });
    expect([outcomes(snapshot), codes(snapshot.diagnostics)]).toEqual([{ rejected: ["pdf"] }, ["SK006"]]);
  });
});
