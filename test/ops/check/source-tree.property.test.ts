/**
 * `check PATH`, `audit PATH` and `add PATH` find the same skills in random trees. A simple form of the rule finds the
 * same skills, too.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diagnostic } from "../../../src/model/diagnostics/diagnostic.ts";
import { OperationError } from "../../../src/model/errors.ts";
import { auditSkills } from "../../../src/ops/check/audit-skills.ts";
import { checkSkills } from "../../../src/ops/check/check-skills.ts";
import { openInstaller } from "../../../src/ops/open-installer.ts";
import { skill } from "../../tree.ts";

const DIRECTORIES = [
  "skills",
  "a",
  "b",
  ".claude",
  ".agents",
  ".curated",
  ".github",
  "node_modules",
  ".git",
  "scripts",
];
const path = fc
  .tuple(
    fc.array(fc.constantFrom(...DIRECTORIES), { maxLength: 5 }),
    fc.constantFrom("SKILL.md", "SKILL.md", "skill.md", "README.md", "references/x.md"),
  )
  .map(([directories, file]) => [...directories, file].join("/"));
const content = fc.constantFrom(skill("a"), skill("b"), "# No frontmatter\n");
/** No directory has two spellings of one name, because a bundle must not contain two such names. */
const tree = fc
  .dictionary(path, content, { maxKeys: 14 })
  .map((files) => Object.fromEntries(Object.entries(files).filter(([name]) => !hasTwin(name, files))));

function hasTwin(name: string, files: Readonly<Record<string, string>>): boolean {
  return name.endsWith("skill.md") && Object.hasOwn(files, name.replace(/skill\.md$/, "SKILL.md"));
}

test("[S13] check, audit and add find the same skills in any tree", async () => {
  await fc.assert(fc.asyncProperty(tree, compareAll), { numRuns: 150 });
});

async function compareAll(files: Readonly<Record<string, string>>): Promise<void> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "skw-tree-")));
  try {
    const root = join(top, "source");
    mkdirSync(join(top, "home"));
    mkdirSync(root);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    const environment = { cwd: join(top, "home"), home: join(top, "home"), platform: "linux", variables: {} } as const;
    const relative = (paths: readonly string[]): string[] =>
      [...new Set(paths.map((each) => each.slice(root.length + 1)))].sort();
    const all = skillsOf(Object.keys(files));
    const checked = await checkSkills([root], { environment });
    const audited = await auditSkills([root], { environment });
    expect({
      check: relative(
        [...checked.files, ...checked.copies.flatMap((each) => each.copies)].map((each) => dirname(each)),
      ),
      audit: relative(audited.skills.flatMap(({ directory, copies }) => [directory, ...copies])),
      add: await added(root, environment),
      empty: [codes(checked.diagnostics, "SK647"), codes(audited.diagnostics, "SK647")],
    }).toEqual({
      check: all,
      audit: all,
      add: all.filter((each) => !all.some((other) => other !== each && isBelow(each, other))),
      empty: all.length === 0 ? [1, 1] : [0, 0],
    });
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

/** Returns the directories that a plan of `add` lists: installed, refused or left out. */
async function added(root: string, environment: NonNullable<Parameters<typeof openInstaller>[0]>["environment"]) {
  const installer = await openInstaller({ ...(environment ? { environment } : {}) });
  try {
    const plan = await installer.planAdd({ source: root, where: "user" });
    const left = plan.diagnostics.flatMap(({ path: at, related = [] }) => [
      ...(at === undefined ? [] : [at === "." ? "" : at]),
      ...related.map((each) => each.path),
    ]);
    return [...new Set([...plan.skills.map(({ origin }) => origin.path), ...left])].sort();
  } catch (error) {
    if (error instanceof OperationError && error.code === "SK647") return [];
    throw error;
  }
}

function codes(diagnostics: readonly Diagnostic[], code: string): number {
  return diagnostics.filter((each) => each.code === code).length;
}

/** Applies the rule in its simplest form. */
function skillsOf(paths: readonly string[]): string[] {
  const heads = paths
    .filter((each) => /(?:^|\/)skill\.md$/i.test(each))
    .filter((each) => !/(?:^|\/)(?:node_modules|\.git)\//.test(each))
    .map((each) => each.slice(0, Math.max(0, each.lastIndexOf("/"))));
  const isResource = (head: string): boolean =>
    heads.some((outer) => outer !== head && isBelow(head, `${outer}/scripts`.replace(/^\//, "")));
  return [...new Set(heads.filter((head) => !isResource(head)))].sort();
}

function isBelow(directory: string, outer: string): boolean {
  return outer === "" || directory === outer || directory.startsWith(`${outer}/`);
}
