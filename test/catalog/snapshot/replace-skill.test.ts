import { rmSync, symlinkSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { revisionOf } from "../../../src/catalog/snapshot/revision.ts";
import { openSkills, type Skills } from "../../../src/ops/open-skills.ts";
import { type Entries, load, makeTree, skill, type Tree } from "../../tree.ts";

const ROOT = "home/.agents/skills";
const NAMES = ["a", "b", "c", "d"];

/** Four skills. One is also in the project, where it overrides the user's. */
function fourSkills(): Tree {
  const tree = makeTree({ "project/.git/HEAD": "", "project/.agents/skills/d/SKILL.md": skill("d", "The project's.") });
  tree.add(Object.fromEntries(NAMES.map((name) => [`${ROOT}/${name}/SKILL.md`, skill(name)])));
  return tree;
}

/** Opens an instance that counts the skill files whose beginning it reads. */
async function counted(tree: Tree): Promise<{ skills: Skills; heads: () => number }> {
  let heads = 0;
  const files = {
    ...tree.files,
    readHead(path: string, into: Uint8Array, maxBytes: number) {
      heads++;
      return tree.files.readHead(path, into, maxBytes);
    },
  };
  const skills = await openSkills({ environment: tree.environment, files, defaultSkills: false });
  return {
    skills,
    heads() {
      const before = heads;
      heads = 0;
      return before;
    },
  };
}

/** Possible changes of a skill's file. Each is written in place. */
const CHANGES: Readonly<Record<string, (name: string) => string>> = {
  "another description": (name) => skill(name, "Says something else. Use it when asked."),
  "another body": (name) => `${skill(name)}\nMore.\n`,
  "another licence": (name) => skill(name, undefined, "license: MIT\n"),
  "another name": (name) => skill(`${name}${name}`),
  "a neighbour's name": () => skill("b"),
  "a finding": (name) => skill(name, "x".repeat(2000)),
  "an unknown key": (name) => skill(name, undefined, "zz: 1\n"),
  "a requirement": (name) => skill(name, undefined, "eligibility:\n  required-bins: [nowhere-to-be-found]\n"),
  "YAML that is not plain": (name) => skill(name, undefined, "metadata: {a: [b]}\n"),
  "letters of other languages": (name) => skill(name, "Übersetzt. Use it when asked."),
  "no frontmatter": () => "Nothing.\n",
  nothing: () => "",
};

describe("[C14] a skill's own file that changed", () => {
  test.each<[string, number]>([
    ["another description", 1],
    ["another body", 1],
    ["another licence", 1],
    ["letters of other languages", 1],
  ])("%s: nothing else is read", async (change, expected) => {
    const tree = fourSkills();
    const { skills, heads } = await counted(tree);
    tree.add({ [`${ROOT}/c/SKILL.md`]: CHANGES[change]?.("c") ?? "" });
    heads();
    skills.invalidate(tree.at(`${ROOT}/c/SKILL.md`));
    const snapshot = await skills.reload();
    expect([heads(), tree.plain(snapshot)]).toEqual([
      expected,
      tree.plain((await load(tree, { environment: tree.environment })).snapshot),
    ]);
  });

  test("a body that changed leaves the very same snapshot", async () => {
    const tree = fourSkills();
    const { skills } = await counted(tree);
    const before = skills.snapshot;
    tree.add({ [`${ROOT}/c/SKILL.md`]: CHANGES["another body"]?.("c") ?? "" });
    skills.invalidate(tree.at(`${ROOT}/c/SKILL.md`));
    expect(await skills.reload()).toBe(before);
  });

  test("what `upsert` brought in is gone after a reload, as with a whole one", async () => {
    const tree = fourSkills();
    const { skills } = await counted(tree);
    const [first] = skills.skills;
    skills.upsert({ ...(first as NonNullable<typeof first>), name: "z" });
    tree.add({ [`${ROOT}/c/SKILL.md`]: CHANGES["another description"]?.("c") ?? "" });
    skills.invalidate(tree.at(`${ROOT}/c/SKILL.md`));
    const snapshot = await skills.reload();
    expect(tree.plain(snapshot)).toEqual(tree.plain((await load(tree)).snapshot));
  });

  const change = fc.record({
    name: fc.constantFrom(...NAMES),
    what: fc.constantFrom(...Object.keys(CHANGES), "gone", "a link", "a directory beside it"),
  });

  test("whatever becomes of whichever, a reload says what a whole one says", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), async (rounds) => {
        const tree = fourSkills();
        const { skills } = await counted(tree);
        for (const round of rounds) {
          for (const { name, what } of round) for (const path of apply(tree, name, what)) skills.invalidate(path);
          const reloaded = await skills.reload();
          expect(tree.plain(reloaded)).toEqual(tree.plain((await load(tree)).snapshot));
          expect(reloaded.revision).toBe(revisionOf(reloaded.host, reloaded));
        }
      }),
      { numRuns: 150 },
    );
  });
});

/** Makes the change and returns the paths to report. */
function apply(tree: Tree, name: string, what: string): string[] {
  const path = tree.at(`${ROOT}/${name}/SKILL.md`);
  rmSync(path, { force: true, recursive: true });
  const text = CHANGES[what]?.(name);
  if (text !== undefined) tree.add({ [`${ROOT}/${name}/SKILL.md`]: text } satisfies Entries);
  else if (what === "a link") symlinkSync(tree.at("project/.agents/skills/d/SKILL.md"), path);
  else if (what === "a directory beside it") {
    tree.add({ [`${ROOT}/${name}/SKILL.md`]: skill(name), [`${ROOT}/${name}/inner/SKILL.md`]: skill(`${name}-inner`) });
    return [path, tree.at(`${ROOT}/${name}/inner/SKILL.md`)];
  }
  return [path];
}
