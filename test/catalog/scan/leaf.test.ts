import fc from "fast-check";
import { expect, test } from "vitest";
import type { FoundFile } from "../../../src/catalog/scan/found-file.ts";
import { scanRoots } from "../../../src/catalog/scan/scan.ts";
import type { Files, Stat } from "../../../src/platform/files/files.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { type Entries, makeTree, rootAt, skill } from "../../tree.ts";

/** Returns everything that a scan reports about a directory. */
function scanned(root: string, files: Files): { found: FoundFile[]; diagnostics: unknown } {
  const found: FoundFile[] = [];
  const diagnostics = scanRoots([rootAt(root)], {
    files,
    limits: {
      maxDepth: 4,
      maxDirectories: 1000,
      maxEntries: 100_000,
      maxSkillBytes: 10_000,
      maxFrontmatterBytes: 1000,
    },
    buffer: Buffer.alloc(4096),
    resourceDirectories: ["scripts", "references", "assets"],
    skippedDirectories: ["node_modules"],
    onSkill: (each) => found.push({ ...each }),
  });
  return { found, diagnostics };
}

/** Returns a file system with the same files that counts links differently. */
function counting(links: (path: string, stat: Stat) => number): Files {
  const change = (path: string, stat: Stat): Stat => ({ ...stat, links: links(path, stat) });
  return {
    ...nodeFiles,
    stat: (path) => change(path, nodeFiles.stat(path)),
    lstat: (path) => change(path, nodeFiles.lstat(path)),
    linksOn(device, path) {
      const stat = change(path, nodeFiles.stat(path));
      return stat.device === device ? stat.links : -1;
    },
  };
}

function entriesOf(path: string): number {
  const { files, directories, links, others } = nodeFiles.readDirectory(path);
  return files.length + directories.length + links.length + others.length;
}

const FILE_SYSTEMS: readonly (readonly [string, Files])[] = [
  [
    "that counts subdirectories",
    counting((path, { kind, links }) =>
      kind === "directory" ? 2 + nodeFiles.readDirectory(path).directories.length : links,
    ),
  ],
  ["that says 1 of every directory", counting(() => 1)],
  [
    "that counts every entry",
    counting((path, { kind, links }) => (kind === "directory" ? 2 + entriesOf(path) : links)),
  ],
  ["of this machine", nodeFiles],
];

const NAMES = ["a", "b", "c", "scripts", "references", "extras", "agents", ".hidden", "node_modules"];
const place = fc.array(fc.constantFrom(...NAMES), { maxLength: 4 });
const leaf = fc.oneof(
  { weight: 4, arbitrary: fc.constant<readonly [string, Entries[string]]>(["SKILL.md", skill("a")]) },
  fc.constant<readonly [string, Entries[string]]>(["notes.txt", "text"]),
  fc.constant<readonly [string, Entries[string]]>(["skill.md", skill("a")]),
  fc.constant<readonly [string, Entries[string]]>(["empty", { special: "directory" }]),
  fc.constant<readonly [string, Entries[string]]>(["up", { link: ".." }]),
  fc.constant<readonly [string, Entries[string]]>(["side", { link: "../b" }]),
  fc.constant<readonly [string, Entries[string]]>(["SKILL.md", ""]),
);
const trees = fc.array(fc.tuple(place, leaf), { minLength: 1, maxLength: 12 }).map((entries): Entries => {
  const tree: Record<string, Entries[string]> = {};
  for (const [directories, [name, entry]] of entries) tree[["r", ...directories, name].join("/")] = entry;
  return tree;
});

test.each(FILE_SYSTEMS)("[S1] on a file system %s the result is that of listing every directory", (_, files) => {
  const listing = counting(() => 0);
  fc.assert(
    fc.property(trees, (entries) => {
      const root = makeTree(entries).at("r");
      expect(scanned(root, files)).toEqual(scanned(root, listing));
    }),
    { numRuns: 60 },
  );
});

test("[S1] a leaf is not listed once the file system has shown that it counts", () => {
  const root = makeTree({ "r/a/SKILL.md": skill("a"), "r/b/SKILL.md": skill("b"), "r/b/c/SKILL.md": skill("c") }).at(
    "r",
  );
  const [, subdirectories] = FILE_SYSTEMS[0] as (typeof FILE_SYSTEMS)[number];
  const listed: string[] = [];
  scanned(root, {
    ...subdirectories,
    readDirectory(path) {
      listed.push(path.slice(root.length));
      return subdirectories.readDirectory(path);
    },
  });
  expect(listed).toEqual(["", "/b", "/b/c"]);
});
