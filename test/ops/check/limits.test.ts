/** [S16] Reaches every limit of the search, and expects a finding for it. */
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadAgents } from "../../../src/catalog/load/load-agents.ts";
import { directorySource } from "../../../src/catalog/load/sources.ts";
import { directory } from "../../../src/install/fetch/local/directory.ts";
import { plugin } from "../../../src/install/fetch/local/plugin.ts";
import { readSourceTree } from "../../../src/install/fetch/local/source-tree.ts";
import { npm } from "../../../src/install/fetch/npm/npm.ts";
import { importLock } from "../../../src/install/plan/import-lock.ts";
import type { Source } from "../../../src/install/source.ts";
import { DEFAULT_LIMITS } from "../../../src/model/limits.ts";
import { auditSkills } from "../../../src/ops/check/audit-skills.ts";
import { checkSkills } from "../../../src/ops/check/check-skills.ts";
import { findTriggerSets } from "../../../src/ops/evals/find-trigger-sets.ts";
import { readTriggerSet } from "../../../src/ops/evals/read-trigger-set.ts";
import { explainSkill } from "../../../src/ops/explain/explain-skill.ts";
import { openInstaller } from "../../../src/ops/open-installer.ts";
import { emptyListing } from "../../../src/platform/files/files.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { type Machine, makeMachine } from "../../install/context.ts";
import { writeTree } from "../../install/fetch/git-fixture.ts";
import { denying, loadRoot, makeTree, skill } from "../../tree.ts";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

describe("a source tree", () => {
  const walk = (limits: Partial<typeof DEFAULT_LIMITS>, over = {}) => {
    const tree = makeTree({
      "t/a/SKILL.md": skill("a"),
      "t/b/c/SKILL.md": skill("c"),
      "t/b/d/x.txt": "",
      ...over,
    });
    const { files, environment } = tree;
    const read = readSourceTree(tree.at("t"), { files, environment, limits: { ...DEFAULT_LIMITS, ...limits } });
    return tree.plain({ skills: read.skills.map(({ path }) => path), limit: read.walked.limit, links: read.links });
  };

  test.each([
    [{ maxDirectories: 5 }, { skills: ["a/SKILL.md", "b/c/SKILL.md"] }],
    [{ maxDirectories: 4 }, { skills: ["a/SKILL.md", "b/c/SKILL.md"], limit: limit("max_directories", 4, 1) }],
    [{ maxDirectories: 2 }, { skills: ["a/SKILL.md"], limit: limit("max_directories", 2, 1) }],
    [{ maxEntries: 6 }, { skills: ["a/SKILL.md", "b/c/SKILL.md"], limit: limit("max_entries", 6, 1) }],
    [{ maxEntries: 2 }, { skills: [], limit: limit("max_entries", 2, 2) }],
  ])("[S16] %j", (limits, expected) => {
    expect(walk(limits)).toEqual({ links: [], ...expected });
  });

  function limit(name: string, value: number, left: number): object {
    return { name, value, left };
  }

  test("[S14] packages inside a skill are not searched either", () => {
    const packages = { "t/SKILL.md": skill("t"), "t/node_modules/p/q/SKILL.md": skill("q") };
    expect(walk({ maxDirectories: 5 }, packages)).toEqual({
      skills: ["SKILL.md", "a/SKILL.md", "b/c/SKILL.md"],
      links: [],
    });
  });

  test("[S14] skills behind links are counted within the same limits", () => {
    const far = { "far/x/SKILL.md": skill("x"), "far/y/SKILL.md": skill("y"), "t/z": { link: "../far" } };
    const link = { path: "/t/z", target: "/far" };
    expect(walk({}, far).links).toEqual([{ ...link, skills: 2, isCounted: true }]);
    expect(walk({ maxDirectories: 7 }, far).links).toEqual([{ ...link, skills: 1, isCounted: false }]);
    expect(walk({ maxDirectories: 5 }, far).links).toEqual([{ ...link, skills: 0, isCounted: false }]);
  });

  test("[S14] all links together are counted within the same limits", () => {
    const far = {
      ...{ "far/x/SKILL.md": skill("x"), "t/y": { link: "../far" } },
      ...{ "off/z/SKILL.md": skill("z"), "t/z": { link: "../off" } },
    };
    const links = (limits: Partial<typeof DEFAULT_LIMITS>) => (walk(limits, far).links as object[]).map(countOf);
    // The tree has five directories and nine entries. Each link adds two directories and two entries.
    expect(links({ maxDirectories: 9, maxEntries: 13 })).toEqual([
      [1, true],
      [1, true],
    ]);
    expect(links({ maxDirectories: 8 })).toEqual([
      [1, true],
      [0, false],
    ]);
    expect(links({ maxEntries: 12 })).toEqual([
      [1, true],
      [0, false],
    ]);
  });

  function countOf({ skills, isCounted }: { skills?: number; isCounted?: boolean }): unknown {
    return [skills, isCounted];
  }

  test("[S16] a directory that cannot be read is an error of check and audit, and stops add", async () => {
    const tree = makeTree({ "t/a/SKILL.md": skill("a"), "t/secret/b/SKILL.md": skill("b") });
    const files = denying(tree.files, [tree.at("t/secret")]);
    const options = { environment: tree.environment, files };
    const finding = {
      code: "SK021",
      severity: "error",
      path: "/t/secret",
      message: "the directory cannot be read (EACCES)",
      help: "check its permissions; skills below it are not found",
    };
    const checked = await checkSkills([tree.at("t")], options);
    const audited = await auditSkills([tree.at("t")], options);
    expect(tree.plain([checked.files, checked.diagnostics])).toEqual([["/t/a/SKILL.md"], [finding]]);
    expect(tree.plain([audited.skills.length, audited.diagnostics])).toEqual([1, [finding]]);
    const installer = await openInstaller(options);
    await expect(installer.planAdd({ source: tree.at("t"), where: "user" })).rejects.toMatchObject({
      code: "SK604",
      message: `\`${tree.at("t/secret")}\` cannot be read (EACCES)`,
    });
  });

  test("[S19] only a complete search says that there is no skill", async () => {
    const tree = makeTree({ "t/secret/b/SKILL.md": skill("b") });
    const files = denying(tree.files, [tree.at("t/secret")]);
    const { diagnostics } = await checkSkills([tree.at("t")], { environment: tree.environment, files });
    expect(diagnostics.map(({ code }) => code)).toEqual(["SK021"]);
  });

  test("[S16] a skill with more files than advice is given for", async () => {
    const many = Object.fromEntries(numbers(2000).map((at) => [`t/a/data/${at}.txt`, ""]));
    const tree = makeTree({ "t/a/SKILL.md": skill("a"), ...many });
    const { diagnostics } = await checkSkills([tree.at("t")], { environment: tree.environment });
    expect(tree.plain(diagnostics).map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ["SK020", "error", "/t/a"],
    ]);
    const [audited] = (await auditSkills([tree.at("t")], { environment: tree.environment })).skills;
    expect(audited?.findings.map(({ code, message, unread }) => [code, message, unread])).toEqual([
      ["SK815", "it was not checked: there are more than 2000 files, at least 1 more", true],
    ]);
  });
});

describe("what a source declares", () => {
  let machine: Machine;
  beforeEach(() => {
    machine = makeMachine();
  });
  afterEach(() => machine.remove());

  const errors = async (source: Source, text: string): Promise<string[]> =>
    (await source.fetch(text, machine.context())).diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ code, message }) => `${code} ${message}`);

  test("[S16] more than 1,000 plugins of a marketplace", async () => {
    const plugins = numbers(1001).map((at) => ({ name: `p${at}`, source: `./p${at}` }));
    writeTree(machine.work, {
      ".claude-plugin/marketplace.json": JSON.stringify({ plugins }),
      "p0/skills/x/SKILL.md": skill("x"),
      "p1000/skills/y/SKILL.md": skill("y"),
    });
    const expected = [
      "SK642 `.claude-plugin/marketplace.json` declares 1001 plugins, and only the first 1000 are read: 1 not considered",
    ];
    expect(await errors(plugin, "plugin:.")).toEqual(expected);
    expect(await errors(directory, ".")).toEqual(expected);
  });

  test("[S16] more than 1,000 manifests, and more than 200 places in one", async () => {
    writeTree(machine.work, {
      ...Object.fromEntries(numbers(1001).map((at) => [`p${at}/.claude-plugin/plugin.json`, `{"name":"p${at}"}`])),
      ".claude-plugin/plugin.json": JSON.stringify({ name: "top", skills: numbers(200).map((at) => `./s${at}`) }),
      "skills/x/SKILL.md": skill("x"),
    });
    expect(await errors(directory, ".")).toEqual([
      "SK642 the source has 1002 plugin manifests, and only the first 1000 are read: 2 not considered",
      "SK642 `.claude-plugin/plugin.json` declares 201 skill directories, and only the first 200 are read: 1 not considered",
    ]);
  });

  test("[S16] more than 2,000 places of plugins, and more than 1,000 skills", async () => {
    const plugins = numbers(1000).map((at) => ({ name: `p${at}`, source: "./", skills: ["a", "b", "c"] }));
    writeTree(machine.work, {
      ".claude-plugin/marketplace.json": JSON.stringify({ plugins }),
      "a/x/SKILL.md": skill("x"),
    });
    expect(await errors(plugin, "plugin:.")).toEqual([
      "SK642 the source has 3000 skill directories, and only the first 2000 are read: 1000 not considered",
    ]);
    rmSync(join(machine.work, ".claude-plugin"), { recursive: true });
    writeTree(machine.work, Object.fromEntries(numbers(1000).map((at) => [`a/s${at}/SKILL.md`, skill("x")])));
    expect(await errors(directory, ".")).toEqual([
      "SK642 there are 1001 skills, and at most 1000 can be installed at once",
    ]);
  });

  test("[S16] more than 2,000 dependencies", async () => {
    const dependencies = Object.fromEntries(numbers(2001).map((at) => [`p${at}`, "1"]));
    writeTree(machine.work, { "package.json": JSON.stringify({ dependencies }) });
    expect((await errors(npm, "npm:."))[0]).toBe(
      "SK642 `package.json` declares 2001 dependencies, and only the first 2000 are read: 1 not considered",
    );
  });

  test("[I24] more links than are named one by one", async () => {
    writeTree(machine.work, { "skills/x/SKILL.md": skill("x") });
    for (const at of numbers(23)) symlinkSync("x", join(machine.work, "skills", `link${at}`));
    const { diagnostics } = await directory.fetch(".", machine.context());
    expect([diagnostics.length, diagnostics.at(-1)]).toMatchObject([
      21,
      { code: "SK606", message: "3 more links, submodules or special files are left out" },
    ]);
  });

  test("[Y3] a lock of another tool with more than 1,000 skills", async () => {
    const skills = Object.fromEntries(numbers(1001).map((at) => [`s${at}`, { source: "o/r", sourceType: "github" }]));
    await expect(importLock("/x/skills-lock.json", JSON.stringify({ version: 1, skills }))).rejects.toMatchObject({
      code: "SK642",
      message: "`/x/skills-lock.json` names 1001 skills, and at most 1000 can be imported",
    });
  });
});

describe("other searches", () => {
  test("[EV1] trigger sets: files, bytes, cases and characters", async () => {
    const tree = makeTree({
      "r/a/SKILL.md": skill("a"),
      "r/a/evals/big.json": `[${" ".repeat(1 << 20)}]`,
      ...Object.fromEntries(numbers(50).map((at) => [`r/a/evals/t${at}.json`, '["q"]'])),
    });
    const [found] = (await loadRoot(tree, "r")).skills;
    if (!found) throw new Error("the skill did not load");
    const sets = findTriggerSets(found.skill, tree.files, () => true);
    expect(sets.flatMap(({ diagnostics }) => diagnostics.map((each) => [each.severity, each.message]))).toEqual([
      ["error", "the trigger set is ignored, because it is larger than 1 MB"],
      ["error", "the skill has 51 trigger sets, but only the first 50 are read"],
    ]);
    const many = readTriggerSet(JSON.stringify(numbers(2001).map(String)), "/t.json", () => true);
    expect([many.cases.length, many.diagnostics.map((each) => [each.severity, each.message])]).toEqual([
      2000,
      [["error", "the file has 2001 cases, but only the first 2000 are used"]],
    ]);
    const long = readTriggerSet(JSON.stringify(["x".repeat(20_001)]), "/t.json", () => true);
    expect(long.diagnostics.map((each) => each.message)).toEqual([
      "the request is too long, and was cut after 20000 characters",
    ]);
  });

  test("[L4] a directory as a source with more than 200,000 files fails instead of stopping", async () => {
    const names = numbers(200_001).map((at) => `${at}.txt`);
    const files = {
      ...memoryFiles({}),
      readDirectory: (path: string) =>
        path === "/s" ? { ...emptyListing(), files: names, directories: ["x"] } : emptyListing(),
    };
    expect(() => directorySource("s", "/s", files).list()).toThrow(
      "`/s` has more than 200000 files; name a directory nearer to the skills",
    );
  });

  test("[S16] more than 1,000 directories of agents", async () => {
    const tree = makeTree(
      Object.fromEntries(
        numbers(1001).map((at) => [`home/.config/skillwright/agents/a${at}`, { special: "directory" }]),
      ),
    );
    const { diagnostics } = await loadAgents({ environment: tree.environment, files: tree.files });
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ["SK020", "there are 1001 directories, and 1000 are read: 1 not considered"],
    ]);
  });

  test("[O7] a directory that is not searched, and is too large to look through", async () => {
    const hidden = Object.fromEntries(
      numbers(2001).map((at) => [`r/.hidden/d${at}`, { special: "directory" as const }]),
    );
    const tree = makeTree({ "r/a/SKILL.md": skill("a"), ...hidden });
    const options = { ambient: false, roots: [tree.at("r")], environment: tree.environment, files: tree.files };
    const { unseen } = await explainSkill("nothing", await loadRoot(tree, "r"), options);
    expect(tree.plain(unseen).map(({ code, path }) => [code, path])).toEqual([["SK020", "/r/.hidden"]]);
  });
});
