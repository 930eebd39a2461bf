/**
 * Finds skills in the installed direct dependencies of a project. It reads `node_modules` of npm, pnpm and yarn, and
 * fetches nothing.
 */
import { posix } from "node:path";
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { OperationError, systemCode } from "../../../model/errors.ts";
import { isMap } from "../../../model/schema.ts";
import type { BundleFile } from "../../../model/skills/bundle.ts";
import { isInside } from "../../../model/text/is-inside.ts";
import { type Files, realPathIfAny } from "../../../platform/files/files.ts";
import { describeRefusal } from "../../../trust/bundle/refusal.ts";
import type { FetchedSource, SourceContext } from "../../source.ts";
import { collectSkills, directoryNotOffered } from "../collect-skills.ts";
import { listUsualDirectories, treeSkillDirectories } from "../find-skills.ts";
import { directoryTree, resolveDirectory } from "../local/directory.ts";
import { packageSkillPaths, parseManifest, tooManyEntriesFinding } from "../local/manifests.ts";
import type { Tree, TreeEntry } from "../tree.ts";
import { isPackageName } from "./npm-name.ts";

const MAX_PACKAGES = 2000;
const MAX_MANIFEST_BYTES = 1024 * 1024;
const MAX_LEVELS = 64;

/** Fetches `npm:.` or `npm:./packages/app`. Paths start with the package's name. */
export async function fetchDependencies(text: string, context: SourceContext): Promise<FetchedSource> {
  const project = resolveDirectory(text.slice("npm:".length) || ".", context);
  const all = dependencyNames(project, context.files);
  const names = all.slice(0, MAX_PACKAGES);
  const diagnostics: Diagnostic[] = tooManyEntriesFinding(all.length, MAX_PACKAGES, "dependencies", "package.json");
  const packages = names.flatMap((name) => openPackage(name, project, context, diagnostics));
  if (packages.length === 0)
    return { skills: [], diagnostics: [...diagnostics, nothingIn(names, project, context.files)] };
  const fetched = await collectSkills(joinTrees(packages), wantedOf(packages), context);
  const skills = fetched.skills.map((skill) => {
    const { name, version } = packages.find((each) => isInside(skill.origin.path, each.name)) as Package;
    return { ...skill, origin: { ...skill.origin, source: `npm:${project}`, resolved: `${name}@${version}` } };
  });
  return { skills, diagnostics: [...diagnostics, ...fetched.diagnostics] };
}

/** Explains an empty result. The project's dependencies may not be installed yet. */
function nothingIn(names: readonly string[], project: string, files: Files): Diagnostic {
  const absent = names.filter((name) => findPackage(name, project, files) === undefined).length;
  return describeRefusal("SK647", {
    what: names.length === 0 ? "it depends on no package" : "none of the packages that it depends on has a skill",
    help:
      absent === 0
        ? "packages have their skills in `skills`, or in the places that `skills` in their package.json names"
        : `${absent} of ${names.length} packages are not installed; run your package manager first`,
  });
}

interface Package {
  readonly name: string;
  readonly version: string;
  readonly tree: Tree;
  /** The package's directories with skills. */
  readonly wanted: readonly string[];
}

function dependencyNames(project: string, files: Files): string[] {
  const manifest = readManifest(`${project}/package.json`, files);
  if (manifest === undefined)
    throw new OperationError("SK602", `\`${project}\` has no package.json`, {
      hint: "go to the project, or name its directory: `npm:./app`",
    });
  const lists = ["dependencies", "devDependencies", "optionalDependencies"].map((key) => manifest[key]);
  const names = lists.flatMap((list) => (isMap(list) ? Object.keys(list) : []));
  return [...new Set(names)].filter(isPackageName).sort();
}

function readManifest(path: string, files: Files): Record<string, unknown> | undefined {
  try {
    const manifest = parseManifest(files.readFile(path, MAX_MANIFEST_BYTES));
    return isMap(manifest) ? manifest : {};
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/** Returns undefined if the package is not installed or has no directory for skills. */
function openPackage(name: string, project: string, context: SourceContext, diagnostics: Diagnostic[]): Package[] {
  const { files } = context;
  const found = findPackage(name, project, files);
  const manifest = found === undefined ? undefined : readManifest(`${found}/package.json`, files);
  if (found === undefined || manifest === undefined) return [];
  if (!/\/node_modules\/(?:@[^/]+\/)?[^/]+$/.test(found)) {
    diagnostics.push(
      directoryNotOffered(
        name,
        "is a link to a local directory, not a package of a registry",
        `add it by itself: \`${found}\``,
      ),
    );
    return [];
  }
  const declared = packageSkillPaths(manifest, `${name}/package.json`);
  diagnostics.push(...declared.diagnostics);
  const top = files.exists(`${found}/SKILL.md`) || declared.value.includes("");
  const starts = top ? [""] : startsOf(found, ["skills", ...declared.value], files);
  if (starts.length === 0) return [];
  const tree = directoryTree(found, context, { kind: "npm", source: "" }, starts);
  const version = typeof manifest["version"] === "string" ? manifest["version"].slice(0, 64) : "";
  return [{ name, version, tree, wanted: listUsualDirectories(treeSkillDirectories(tree.entries), declared.value) }];
}

/**
 * Returns existing directories without symlinks in their paths. A directory inside another returned directory is left
 * out.
 */
function startsOf(root: string, places: readonly string[], files: Files): string[] {
  const real = places.filter(
    (place) => isDirectory(`${root}/${place}`, files) && files.realPath(`${root}/${place}`) === `${root}/${place}`,
  );
  return [...new Set(real)].filter((place) => !real.some((other) => other !== place && isInside(place, other)));
}

function isDirectory(path: string, files: Files): boolean {
  return files.exists(path) && files.stat(path).kind === "directory";
}

/**
 * Resolves a package as Node does: in the project or above it, up to the top of the project's repository. The symlinks
 * of pnpm lead into the same `node_modules`.
 */
function findPackage(name: string, project: string, files: Files): string | undefined {
  let directory = project;
  for (let level = 0; level < MAX_LEVELS; level++) {
    const path = `${directory}/node_modules/${name}`;
    const real = realPathIfAny(path, files);
    if (real !== undefined) return real;
    if (files.exists(`${directory}/.git`) || posix.dirname(directory) === directory) return undefined;
    directory = posix.dirname(directory);
  }
  return undefined;
}

function wantedOf(packages: readonly Package[]): { path: string }[] {
  return packages.flatMap(({ name, wanted }) => wanted.map((path) => ({ path: within(name, path) })));
}

function within(name: string, path: string): string {
  return path === "" ? name : `${name}/${path}`;
}

/** Joins the trees of all packages into one tree. The paths of each package start with its name. */
function joinTrees(packages: readonly Package[]): Tree {
  const owners = new Map<TreeEntry, { tree: Tree; entry: TreeEntry }>();
  for (const { name, tree } of packages)
    for (const entry of tree.entries) owners.set({ ...entry, path: within(name, entry.path) }, { tree, entry });
  return {
    name: "",
    entries: [...owners.keys()],
    async read(entries) {
      const contents: BundleFile["bytes"][] = [];
      for (const each of entries) {
        const { tree, entry } = owners.get(each) as { tree: Tree; entry: TreeEntry };
        contents.push(...(await tree.read([entry])));
      }
      return contents;
    },
    origin: async () => ({ kind: "npm", source: "" }),
  };
}
