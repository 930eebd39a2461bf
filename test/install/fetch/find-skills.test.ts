/** Checks which entries of a tree are skills, and git's information about its entries. */
import { expect, test } from "vitest";
import { comparePrecedence, skillsIn } from "../../../src/install/fetch/find-skills.ts";
import { parseGitTree } from "../../../src/install/fetch/git/git-repository.ts";
import { readSourceTree } from "../../../src/install/fetch/local/source-tree.ts";
import { DEFAULT_LIMITS } from "../../../src/model/limits.ts";
import { makeTree, skill } from "../../tree.ts";

test("[I24] `SKILL.md` comes before other spellings, then a file before a link, then the first by its path", () => {
  const entries = [
    { path: "a/skill.md", kind: "special" },
    { path: "a/skill.md", kind: "file" },
    { path: "a/Skill.md", kind: "file" },
    { path: "a/skill.md", kind: "link" },
    { path: "a/SKILL.md", kind: "link" },
  ] as const;
  expect([...entries].sort(comparePrecedence).map(({ path, kind }) => `${path} ${kind}`)).toEqual([
    "a/SKILL.md link",
    "a/Skill.md file",
    "a/skill.md file",
    "a/skill.md link",
    "a/skill.md special",
  ]);
});

test("[I24] the skills of a tree are in the order of their paths, each with the skill around it", () => {
  const paths = ["b/SKILL.md", "a/in/SKILL.md", "c/SKILL.md", "a/SKILL.md", "a/references/x/SKILL.md"];
  expect(skillsIn(paths.map((path) => ({ path, kind: "file" })))).toEqual([
    { path: "a/SKILL.md", directory: "a", kind: "file" },
    { path: "a/in/SKILL.md", directory: "a/in", kind: "file", inside: "a" },
    { path: "b/SKILL.md", directory: "b", kind: "file" },
    { path: "c/SKILL.md", directory: "c", kind: "file" },
  ]);
});

test("[T10] repositories and settings below the root of a tree are listed, and the root itself is not", () => {
  const { at, files, environment } = makeTree({
    ...{ "t/.git/HEAD": "", "t/.claude/settings.json": "{}", "t/plain/notes.md": "" },
    ...{ "t/a/repo/.git/HEAD": "", "t/b/.claude/settings.json": "{}" },
  });
  const { repositories, configured } = readSourceTree(at("t"), { files, environment, limits: DEFAULT_LIMITS });
  expect([[...repositories].sort(), [...configured].sort()]).toEqual([["a/repo"], ["a/repo", "b"]]);
});

test("[S14] links to directories with skills are in the order of their paths", () => {
  const { at, files, environment } = makeTree({
    ...{ "far/x/SKILL.md": skill("x"), "off/y/SKILL.md": skill("y") },
    ...{ "t/a/b/link": { link: "../../../far" }, "t/z": { link: "../off" } },
  });
  const { links } = readSourceTree(at("t"), { files, environment, limits: DEFAULT_LIMITS });
  expect(links.map(({ path }) => path)).toEqual([at("t/a/b/link"), at("t/z")]);
});

test("[I21] the output of git is read from its beginning, or not at all", () => {
  const entry = `100644 blob ${"a".repeat(40)}      12\tskills/pdf/SKILL.md\0`;
  expect(parseGitTree(Buffer.from(entry))).toEqual([
    { path: "skills/pdf/SKILL.md", kind: "file", executable: false, size: 12, id: "a".repeat(40) },
  ]);
  for (const output of [`warning: ${entry}`, entry.slice(0, -1), `${entry}rest\0`])
    expect(() => parseGitTree(Buffer.from(output))).toThrow();
});

test("[T10] the JSON files of a directory called hooks are listed, except inside of a skill", () => {
  const { at, files, environment } = makeTree({
    ...{ "t/plugin/hooks/hooks.json": "{}", "t/plugin/hooks/readme.md": "", "t/plugin/other/x.json": "{}" },
    ...{ "t/pdf/SKILL.md": skill("pdf"), "t/pdf/hooks/hooks.json": "{}" },
  });
  const { hooks } = readSourceTree(at("t"), { environment, files, limits: DEFAULT_LIMITS });
  expect(hooks).toEqual(["plugin/hooks/hooks.json"]);
});
