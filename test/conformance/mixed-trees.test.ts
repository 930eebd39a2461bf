/** The trees of `npm run conformance -- --mixed N` depend only on the seed, and are well formed. */
import { expect, test } from "vitest";
import { problemsOf } from "../../conformance/lib/cases.mjs";
import { mixedTrees } from "../../conformance/lib/mixed-trees.mjs";

test("the same seed gives the same trees, and another seed others", () => {
  expect(mixedTrees(3, 7)).toEqual(mixedTrees(3, 7));
  expect(mixedTrees(1, 7)).not.toEqual(mixedTrees(1, 8));
});

test("every tree is a case, and no file is in it twice", () => {
  for (const each of mixedTrees(20)) {
    expect(problemsOf(each)).toEqual([]);
    const paths = each.tree.map(({ path }: { path: string }) => path);
    expect(paths.filter((path: string, at: number) => paths.indexOf(path) !== at)).toEqual([]);
  }
});

test("20 trees have plugins and settings of every host that knows them", () => {
  const paths = mixedTrees(20).flatMap(({ tree }) => tree.map(({ path }: { path: string }) => path));
  const files = [
    "home/.claude/plugins/installed_plugins.json",
    "project/.claude/settings.local.json",
    "home/.codex/config.toml",
    "project/.codex/config.toml",
    "home/.gemini/extensions/extension-enablement.json",
    "home/.pi/agent/settings.json",
    "home/.copilot/settings.json",
    "project/opencode.json",
    "home/.kimi-code/config.toml",
    "home/.qwen/settings.json",
    "project/.qwen/settings.json",
  ];
  expect(files.filter((file) => !paths.includes(file))).toEqual([]);
});
