/** Checks every option of a walk rule on small trees. A skipped path always has a code. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ViewRoot } from "../../../src/hosts/views/host-view.ts";
import { walkRoot, whyNotFound } from "../../../src/hosts/views/steps/walk.ts";
import { walkCommandFiles } from "../../../src/hosts/views/steps/walk-command-files.ts";
import { isCode } from "../../../src/model/diagnostics/catalogue.ts";
import type { WalkRule } from "../../../src/model/host-profile.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { makeTree } from "../../tree.ts";
import { fakeRoot, lookAt, PROFILE } from "./fake.ts";

type Tree = Parameters<typeof memoryFiles>[0];

/** Returns the paths below `/r`, in the order of the walk. */
function seen(tree: Tree, rule: Partial<WalkRule>): string[] {
  return walkRoot(fakeRoot("/r", rule), memoryFiles({ "/r": "directory", ...tree })).sightings.map(({ path }) =>
    path.replace(/^\/r\//, ""),
  );
}

function files(...paths: string[]): Tree {
  return Object.fromEntries(paths.map((path) => [`/r/${path}`, "text"]));
}

const DEEP = files("SKILL.md", "a/SKILL.md", "a/b/SKILL.md", "c/d/SKILL.md", "c/d/e/SKILL.md");

describe("[V2] a walk obeys its rule", () => {
  test.each<[string, Partial<WalkRule>, Tree, string[]]>([
    ["depth 1", {}, DEEP, ["a/SKILL.md"]],
    ["depth 2", { depth: 2 }, DEEP, ["a/SKILL.md", "c/d/SKILL.md"]],
    ["inside skills", { depth: 2, insideSkills: true }, DEEP, ["a/SKILL.md", "a/b/SKILL.md", "c/d/SKILL.md"]],
    ["the root's own file", { atRoot: "loaded" }, DEEP, ["SKILL.md", "a/SKILL.md"]],
    ["the root's own file alone", { atRoot: "alone", depth: 9 }, DEEP, ["SKILL.md"]],
    ["alone, where there is none", { atRoot: "alone" }, files("a/SKILL.md"), ["a/SKILL.md"]],
    ["hidden directories are not entered", {}, files(".a/SKILL.md", "b/SKILL.md"), ["b/SKILL.md"]],
    ["or are", { hidden: true }, files(".a/SKILL.md", "b/SKILL.md"), [".a/SKILL.md", "b/SKILL.md"]],
    ["skipped names", { skipped: ["b"], depth: 3 }, files("a/b/SKILL.md", "a/c/SKILL.md"), ["a/c/SKILL.md"]],
    ["another spelling is nothing", {}, files("a/skill.md"), []],
    ["or is", { anyCase: true }, files("a/skill.md", "b/Skill.MD"), ["a/skill.md", "b/Skill.MD"]],
    ["SKILL.md before others", { anyCase: true }, files("a/skill.md", "a/SKILL.md"), ["a/SKILL.md"]],
    ["flat files", { flat: true }, files("x.md", "y.txt", ".z.md", "a/SKILL.md", "a/q.md"), ["x.md", "a/SKILL.md"]],
    ["flat files beside the root's own", { flat: true, atRoot: "alone" }, files("x.md", "SKILL.md"), ["SKILL.md"]],
    [
      "breadth first",
      { depth: 3 },
      files("b/SKILL.md", "a/x/SKILL.md", "a/w/v/SKILL.md"),
      ["b/SKILL.md", "a/x/SKILL.md", "a/w/v/SKILL.md"],
    ],
    [
      "depth first",
      { depth: 3, order: "depth" },
      files("b/SKILL.md", "a/x/SKILL.md", "a/w/v/SKILL.md"),
      ["a/w/v/SKILL.md", "a/x/SKILL.md", "b/SKILL.md"],
    ],
    ["by bytes", {}, files("b/SKILL.md", "B/SKILL.md", "é/SKILL.md"), ["B/SKILL.md", "b/SKILL.md", "é/SKILL.md"]],
    [
      "by bytes, backwards",
      { sorted: "bytes-descending" },
      files("a/SKILL.md", "b/SKILL.md"),
      ["b/SKILL.md", "a/SKILL.md"],
    ],
    [
      "as a dictionary",
      { sorted: "locale" },
      files("b/SKILL.md", "B/SKILL.md", "é/SKILL.md", "f/SKILL.md"),
      ["b/SKILL.md", "B/SKILL.md", "é/SKILL.md", "f/SKILL.md"],
    ],
    ["names that it stumbles over", { stumbles: "[\\t]" }, files("a\tb/SKILL.md", "c/SKILL.md"), ["c/SKILL.md"]],
    [
      "ignore files",
      { ignoreFiles: [".gitignore"], depth: 3 },
      { ...files("a/SKILL.md", "b/SKILL.md", "c/d/SKILL.md"), "/r/.gitignore": "a/\n", "/r/c/.gitignore": "d\n" },
      ["b/SKILL.md"],
    ],
  ])("%s", (_, rule, tree, expected) => {
    expect(seen(tree, rule)).toEqual(expected);
  });

  const LINKS: Tree = {
    "/out/o/SKILL.md": "text",
    "/r/real/SKILL.md": "text",
    "/r/in": { link: "/r/real" },
    "/r/out": { link: "/out/o" },
    "/r/broken": { link: "/nowhere" },
    "/r/file/SKILL.md": { link: "/r/real/SKILL.md" },
    "/r/file-out/SKILL.md": { link: "/out/o/SKILL.md" },
    "/r/file-broken/SKILL.md": { link: "/nowhere" },
  };

  test.each<[string, Partial<WalkRule>, string[]]>([
    [
      "both followed, and one that leads nowhere is noticed",
      {},
      ["file/SKILL.md", "file-broken/SKILL.md", "file-out/SKILL.md", "in/SKILL.md", "out/SKILL.md", "real/SKILL.md"],
    ],
    [
      "directories ignored",
      { directoryLinks: "ignored" },
      ["file/SKILL.md", "file-broken/SKILL.md", "file-out/SKILL.md", "real/SKILL.md"],
    ],
    ["directories inside", { directoryLinks: "inside", fileLinks: "ignored" }, ["in/SKILL.md", "real/SKILL.md"]],
    ["files ignored", { fileLinks: "ignored" }, ["in/SKILL.md", "out/SKILL.md", "real/SKILL.md"]],
    ["files inside", { fileLinks: "inside", directoryLinks: "ignored" }, ["file/SKILL.md", "real/SKILL.md"]],
    ["paths resolved", { resolved: true, fileLinks: "ignored" }, ["real/SKILL.md", "/out/o/SKILL.md", "real/SKILL.md"]],
    ["directories once", { directoriesOnce: true, fileLinks: "ignored" }, ["in/SKILL.md", "out/SKILL.md"]],
  ])("links: %s", (_, rule, expected) => {
    expect(seen(LINKS, rule).sort()).toEqual([...expected].sort());
  });

  test("what lies behind a link goes by the name of its own directory where paths are resolved", () => {
    const { sightings } = walkRoot(fakeRoot("/r", { resolved: true, fileLinks: "ignored" }), memoryFiles(LINKS));
    expect(sightings.map(({ name }) => name).sort()).toEqual(["o", "real", "real"]);
  });

  test("a link that leads back is not followed, or until the system refuses; nothing hangs", () => {
    const tree = { "/r/a/SKILL.md": "text", "/r/loop": { link: "/r" } };
    expect(seen(tree, { depth: 9, insideSkills: true })).toEqual(["a/SKILL.md"]);
    const looping = walkRoot(fakeRoot("/r", { depth: Number.POSITIVE_INFINITY, loops: true }), memoryFiles(tree));
    expect(looping.sightings.length).toBeGreaterThan(1);
  });

  test.each<[string, Partial<WalkRule>, number, string | undefined]>([
    ["directories", { maxDirectories: 3 }, 2, "directories"],
    ["skills", { maxSkills: 2 }, 2, "skills"],
    ["entries", { maxEntries: 7 }, 3, "entries"],
    ["bytes of listings", { maxListingBytes: 500 }, 2, "bytes of listings"],
    ["nothing reached", { maxDirectories: 9, maxSkills: 9, maxEntries: 99, maxListingBytes: 9999 }, 4, undefined],
  ])("limits: %s", (_, rule, count, limit) => {
    const tree = memoryFiles(files("a/SKILL.md", "b/SKILL.md", "c/SKILL.md", "d/SKILL.md"));
    const { sightings, limit: reached } = walkRoot(fakeRoot("/r", rule), tree);
    expect([sightings.length, reached]).toEqual([count, limit]);
  });

  test("a reached limit is SK705, and what is too large SK711", async () => {
    const tree = memoryFiles({
      "/work/skills/a/SKILL.md": "---\nname: a\ndescription: b\n---\nbody\n",
      "/work/skills/b/SKILL.md": "---\nname: b\ndescription: b\n---\nbody\n",
    });
    const limited = await lookAt({ ...PROFILE, walk: { ...PROFILE.walk, maxSkills: 1 } }, tree);
    expect(limited.remarks.map(({ code, path }) => [code, path])).toEqual([["SK705", "/work/skills"]]);
    const small = await lookAt({ ...PROFILE, walk: { ...PROFILE.walk, maxFileBytes: 10 } }, tree);
    expect(small.entries.map((entry) => entry.because?.code)).toEqual(["SK711", "SK711"]);
  });

  test("a FIFO is SK710, and SK730 where the host waits for it", async () => {
    const tree = makeTree({ "project/skills/a/SKILL.md": { special: "fifo" } });
    const seeing = async (special: WalkRule["special"]): Promise<(string | undefined)[]> => {
      const view = await lookAt({ ...PROFILE, walk: { ...PROFILE.walk, special } }, tree.files, {
        cwd: tree.at("project"),
      });
      return [...view.entries.map((entry) => entry.because?.code), ...view.remarks.map((remark) => remark.code)];
    };
    expect([await seeing("skipped"), await seeing("hangs")]).toEqual([["SK710"], ["SK730", "SK730"]]);
  });

  test("opened without listing, whatever is called SKILL.md is noticed", () => {
    const tree = { "/r/a/SKILL.md": "directory" as const, "/r/b/SKILL.md": "text", "/r/c/x": "text" };
    expect(seen(tree, {})).toEqual(["b/SKILL.md"]);
    expect(seen(tree, { opensDirectly: true })).toEqual(["a/SKILL.md", "b/SKILL.md"]);
  });

  test("commands: any depth, called by their path, and a SKILL.md silences its neighbours", () => {
    const tree = memoryFiles(files("x.md", "git/commit.md", "git/deep/er.md", "s/SKILL.md", "s/other.md", "no.txt"));
    const root = fakeRoot("/r", {}, { kind: "commands" });
    expect(walkCommandFiles(root, tree).sightings.map(({ name }) => name)).toEqual([
      "x",
      "git:commit",
      "s",
      "git:deep:er",
    ]);
    const { sightings, steps, limit } = walkCommandFiles(root, tree, 2);
    expect([sightings.map(({ name }) => name), steps, limit]).toEqual([["x", "git:commit"], 2, "reach"]);
  });
});

describe("[V5] nothing is passed over without a code", () => {
  test.each<[string, string, Partial<WalkRule>, string]>([
    ["SK702", "c/d/SKILL.md", {}, "too deep"],
    ["SK703", ".h/SKILL.md", {}, "hidden"],
    ["SK704", "node_modules/SKILL.md", { skipped: ["node_modules"] }, "skipped"],
    ["SK704", "a/SKILL.md", { ignoreFiles: [".gitignore"] }, "ignored"],
    ["SK705", "a/SKILL.md", {}, "beyond a limit"],
    ["SK706", "l/SKILL.md", { directoryLinks: "ignored" }, "a linked directory"],
    ["SK706", "f/SKILL.md", { fileLinks: "ignored" }, "a linked file"],
    ["SK707", "b/skill.md", {}, "spelling"],
    ["SK708", "a/b/SKILL.md", { depth: 3 }, "inside a skill"],
    ["SK709", "SKILL.md", {}, "in the root"],
  ])("%s for %s (%j: %s)", (code, path, rule) => {
    const tree = memoryFiles({
      ...files("SKILL.md", "a/SKILL.md", "a/b/SKILL.md", "c/d/SKILL.md", ".h/SKILL.md", "b/skill.md"),
      ...files("node_modules/SKILL.md"),
      "/r/l": { link: "/r/a" },
      "/r/f/SKILL.md": { link: "/r/a/SKILL.md" },
    });
    expect(whyNotFound(`/r/${path}`, fakeRoot("/r", rule), tree)).toBe(code);
  });

  const directory = fc.constantFrom("a", "b", "c", ".h", "node_modules");
  const place = fc.array(directory, { maxLength: 5 }).map((parts) => ["/r", ...parts].join("/"));
  const entry = fc.oneof(
    fc
      .tuple(place, fc.constantFrom("SKILL.md", "SKILL.md", "skill.md"))
      .map(([at, name]) => [`${at}/${name}`, "x"] as const),
    fc.tuple(place, place).map(([at, link]) => [`${at}/link`, { link }] as const),
  );
  const rule: fc.Arbitrary<Partial<WalkRule>> = fc.record({
    depth: fc.constantFrom(1, 2, 3, Number.POSITIVE_INFINITY),
    atRoot: fc.constantFrom("ignored", "loaded", "alone"),
    insideSkills: fc.boolean(),
    hidden: fc.boolean(),
    skipped: fc.constantFrom([], ["node_modules"]),
    directoryLinks: fc.constantFrom("followed", "inside", "ignored"),
    fileLinks: fc.constantFrom("followed", "inside", "ignored"),
    anyCase: fc.boolean(),
    order: fc.constantFrom("breadth", "depth"),
    resolved: fc.boolean(),
    directoriesOnce: fc.boolean(),
  });
  const anything: Partial<WalkRule> = {
    depth: 12,
    atRoot: "loaded",
    insideSkills: true,
    hidden: true,
    anyCase: true,
  };

  test("the files of every rule are among all files, and the rest has a code", () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 12 }), rule, (entries, each) => {
        const tree = memoryFiles({ "/r": "directory", ...Object.fromEntries(entries) });
        const root: ViewRoot = fakeRoot("/r", each);
        const all = walkRoot(fakeRoot("/r", anything), tree).sightings;
        const found = new Set(walkRoot(root, tree).sightings.map(({ file }) => file));
        expect([...found].filter((file) => !all.some((other) => other.file === file))).toEqual([]);
        for (const { path, file } of all)
          if (!found.has(file)) expect(isCode(whyNotFound(path, root, tree))).toBe(true);
      }),
      { numRuns: 1500, seed: 20260203 },
    );
  });
});
