import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { loadRoot, makeTree, skill } from "../../tree.ts";

const directory = fc.constantFrom("a", "b", "c", "scripts", "assets", ".hidden", "node_modules", "agents", "skill.md");
const place = fc.array(directory, { maxLength: 8 }).map((parts) => ["r", ...parts].join("/"));
const file = fc.constantFrom("SKILL.md", "SKILL.md", "SKILL.md", "skill.md", "Skill.md", "README.md");
const content = fc.constantFrom(skill("a"), skill("b"), "", "no frontmatter", `\ufeff${skill("c")}`);
const entry = fc.tuple(place, file, content).map(([at, name, text]) => [`${at}/${name}`, text] as const);
const link = fc.tuple(place, place).map(([at, to]) => [`${at}/link`, { link: `/${to}` }] as const);

type Value = string | { link: string };
/** Returns true if no entry is below another entry that is a file or a link. */
function consistent(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const paths = entries.map(([path]) => path);
  return Object.fromEntries(
    entries.filter(
      ([path]) =>
        !paths.some((other) => other !== path && (path.startsWith(`${other}/`) || other.startsWith(`${path}/`))),
    ),
  );
}

/** Applies the rules of the scan in their simplest form. */
function walk(tree: Record<string, Value>, at = "r", depth = 0): string[] {
  const below = Object.keys(tree).filter((path) => path.startsWith(`${at}/`));
  const files = below.filter((path) => !path.slice(at.length + 1).includes("/")).sort();
  const own =
    files.find((path) => path.endsWith("/SKILL.md")) ?? files.find((path) => path.toLowerCase().endsWith("/skill.md"));
  const names = new Set(
    below
      .map((path) => path.slice(at.length + 1))
      .filter((rest) => rest.includes("/"))
      .map((rest) => rest.slice(0, rest.indexOf("/"))),
  );
  const entered = [...names].filter(
    (name) =>
      !name.startsWith(".") &&
      name !== "node_modules" &&
      name !== "skill.md" &&
      !(own && ["scripts", "references", "assets"].includes(name)),
  );
  return [
    ...(own ? [own] : []),
    ...(depth < 6 ? entered.flatMap((name) => walk(tree, `${at}/${name}`, depth + 1)) : []),
  ];
}

async function foundOnDisk(tree: Record<string, Value>): Promise<{ paths: string[]; whole: string }> {
  const disk = makeTree({ r: { special: "directory" } });
  for (const [path, value] of Object.entries(tree))
    disk.add({ [path]: typeof value === "string" ? value : { link: disk.top + value.link } });
  const snapshot = await loadRoot(disk, "r");
  const { revision: _, ...rest } = disk.plain(snapshot);
  const paths = [
    ...[...rest.skills, ...rest.overridden].map((each) => each.skill.path),
    ...rest.rejected.map((each) => each.path),
  ];
  return {
    paths: paths.map((path) => path.slice(1)).sort(),
    whole: JSON.stringify({ ...rest, cwd: "", projectRoot: "" }),
  };
}

async function foundInMemory(tree: Record<string, Value>): Promise<string> {
  const files = memoryFiles({
    "/r": "directory",
    "/project": "directory",
    ...Object.fromEntries(Object.entries(tree).map(([path, value]) => [`/${path}`, value])),
  });
  const snapshot = await loadRoot({ ...makeTree(), at: (path) => `/${path}` }, "r", { files, cwd: "/project" });
  const { revision: _, ...rest } = snapshot;
  return JSON.stringify({ ...rest, cwd: "", projectRoot: "" });
}

test("[S2] [S4] [S8] the scan finds the same files as a simple form of its rules", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 12 }), async (entries) => {
      const tree = consistent(entries);
      expect((await foundOnDisk(tree)).paths).toEqual(walk(tree).sort());
    }),
    { numRuns: 250, seed: 20260101 },
  );
});

test("[S1] [S6] a disk and memory, links included, give the same snapshot to the byte", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 1, maxLength: 8 }),
      fc.array(link, { maxLength: 4 }),
      async (entries, links) => {
        const tree = consistent([...entries, ...links]);
        expect((await foundOnDisk(tree)).whole).toBe(await foundInMemory(tree));
      },
    ),
    { numRuns: 250, seed: 20260101 },
  );
});
