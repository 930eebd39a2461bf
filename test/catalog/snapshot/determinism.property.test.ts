import fc from "fast-check";
import { expect, test } from "vitest";
import { loadSkills } from "../../../src/catalog/load/load.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { loadRoot, makeTree, skill } from "../../tree.ts";

const ENVIRONMENT = { cwd: "/work", home: "/home", platform: "linux" as const, variables: {} };

const part = fc.constantFrom("a", "b", "B", "é", "e\u0301", "10", "9", "z-z", "\u{1f600}", "\ufffd");
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const text = fc.constantFrom(
  skill("a"),
  skill("a", "Other."),
  skill("B"),
  "---\nname: x\ndescription: a: b\nfoo: 1\nbar: 2\n---\n",
  "---\nname: x\nname: y\ndescription: z\n---\n",
  "no frontmatter",
  skill("c", "Does.", "eligibility:\n  required-skills: [a]\n  conflicts: [B]\n"),
  skill("B", "Does.", "eligibility:\n  conflicts: [c]\n"),
);
const entry = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(path, text).map(([at, content]) => [`${at}/SKILL.md`, content] as const) },
  { weight: 2, arbitrary: fc.tuple(path, path).map(([at, to]) => [`${at}/l`, { link: `/r/${to}` }] as const) },
  { weight: 1, arbitrary: path.map((at) => [`${at}/README.txt`, "x"] as const) },
);

/** A tree, and the same entries in another order. */
const trees = fc
  .uniqueArray(entry, { selector: ([at]) => at, minLength: 2, maxLength: 14 })
  .chain((entries) => fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })));

async function loaded(entries: readonly (readonly [string, string | { link: string }])[]): Promise<string> {
  const files = memoryFiles({
    "/work": "directory",
    "/r": "directory",
    ...Object.fromEntries(entries.map(([at, value]) => [`/r/${at}`, value])),
  });
  const { snapshot, config } = await loadSkills({
    environment: ENVIRONMENT,
    files,
    ambient: false,
    roots: ["/r"],
    trust: "all",
    config: { "limits.max_directories": 20, disable: ["nobody"] },
  });
  return JSON.stringify({ snapshot, config });
}

test("[S1] [N8] the order in which entries came into being changes nothing, to the byte", async () => {
  await fc.assert(
    fc.asyncProperty(trees, async ([one, other]) => {
      const first = await loaded(one);
      expect(await loaded(other)).toBe(first);
      expect(await loaded(one)).toBe(first);
    }),
    { numRuns: 400, seed: 20260101 },
  );
});

test("[S1] [N8] nor does it on a disk", async () => {
  await fc.assert(
    fc.asyncProperty(trees, async ([one, other]) => {
      const results = [];
      for (const entries of [one, other]) {
        const tree = makeTree();
        for (const [at, value] of entries)
          tree.add({
            [`r/${at}`]: typeof value === "string" ? value : { link: value.link.replace("/r/", tree.at("r/")) },
          });
        const snapshot = await loadRoot(tree, "r");
        const { revision, ...rest } = snapshot;
        expect(revision).toMatch(/^[0-9a-f]{16}$/);
        results.push(JSON.stringify(tree.plain(rest)));
      }
      expect(results[1]).toBe(results[0]);
    }),
    { numRuns: 60, seed: 20260101 },
  );
});
