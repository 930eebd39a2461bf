/**
 * Collects the skills of a tree as bundles. It reads only files of skills, after it has checked their kinds and sizes.
 * A problem of one skill is a diagnostic, and the other skills are still collected.
 */

import type { Diagnostic, Outcome } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { throwIfStopped } from "../../model/errors.ts";
import type { Bundle, BundleFile, InstallLimits } from "../../model/skills/bundle.ts";
import { baseName, compareText } from "../../model/text/text.ts";
import { checkPath } from "../../trust/bundle/check-path.ts";
import { makeBundle } from "../../trust/bundle/make-bundle.ts";
import { describeRefusal, showPath } from "../../trust/bundle/refusal.ts";
import type { FetchedSource, SourceContext, SourceSkill } from "../source.ts";
import {
  couldBeSkill,
  nearestListedDirectory,
  offeredDirectories,
  skillsIn,
  treeSkillDirectories,
} from "./find-skills.ts";
import { skillName } from "./local/skill-name.ts";
import type { Tree, TreeEntry } from "./tree.ts";

/** A directory to collect as a skill. */
export interface CollectRequest {
  readonly path: string;
  readonly plugin?: string;
}

// Limit for all skills of a source together, as a multiple of the limit for one skill. A repository has many skills,
// and all are in memory until the user has chosen some.
const SOURCE_FACTOR = 8;

/**
 * Collects the wanted skills. `wanted` is in order of precedence: of two skills with equal names, the first one is
 * used.
 */
export async function collectSkills(
  tree: Tree,
  wanted: readonly CollectRequest[],
  context: SourceContext,
): Promise<FetchedSource> {
  const { limits } = context;
  if (wanted.length === 0) return { skills: [], diagnostics: [noSkill()] };
  if (wanted.length > limits.maxSkills) return { skills: [], diagnostics: [tooMany(wanted.length, limits)] };
  const diagnostics: Diagnostic[] = [];
  const chosen = dropRefused(dropTaken(wanted, tree, diagnostics), tree, limits, diagnostics);
  const entries = [...new Set(chosen.flatMap((each) => each.entries))];
  if (totalBytes(entries) > SOURCE_FACTOR * limits.maxBytes) {
    const what = `its skills have more than ${SOURCE_FACTOR * limits.maxBytes} bytes`;
    return { skills: [], diagnostics: [...diagnostics, describeRefusal("SK642", { what, help: CHOOSE })] };
  }
  throwIfStopped(context.signal, "fetching");
  const bytes = await tree.read(entries);
  throwIfStopped(context.signal, "fetching");
  const contents = new Map(entries.map((entry, index) => [entry, bytes[index] as Uint8Array]));
  const origin = await tree.origin();
  const skills: SourceSkill[] = [];
  for (const { path, plugin, name, entries: inside } of chosen) {
    const files = inside.map((entry) => ({
      path: path === "" ? entry.path : entry.path.slice(path.length + 1),
      bytes: contents.get(entry) as Uint8Array,
      executable: entry.executable,
    }));
    const made = makeBundle(files, limits);
    if ("refused" in made) {
      diagnostics.push(...made.refused.map((each) => findingIn(path, each)));
      continue;
    }
    diagnostics.push(...pointers(path, made.bundle));
    const own = path === "" && tree.namedBySkill ? ownName(made.bundle) : undefined;
    skills.push({
      name: own ?? name,
      bundle: made.bundle,
      origin: { ...origin, path, ...(plugin === undefined ? {} : { plugin }) },
    });
  }
  return { skills: skills.sort(compareFound), diagnostics };
}

const CHOOSE = "name the directory of the skill that you want";

function noSkill(): Diagnostic {
  return describeRefusal("SK647", {
    what: "there is no SKILL.md",
    help: "a skill is a directory with a SKILL.md; check that this is the right source, and the right directory in it",
  });
}

function tooMany(count: number, { maxSkills }: InstallLimits): Diagnostic {
  const help = "name a directory of the source with fewer skills";
  return describeRefusal("SK642", {
    what: `there are ${count} skills, and at most ${maxSkills} can be installed at once`,
    help,
  });
}

interface Named extends CollectRequest {
  readonly name: string;
}

interface Chosen extends Named {
  readonly entries: readonly TreeEntry[];
}

/** Drops duplicates. Two skills with one name cannot both be installed, and the same skill must be chosen each time. */
function dropTaken(wanted: readonly CollectRequest[], tree: Tree, diagnostics: Diagnostic[]): Named[] {
  const taken = new Map<string, string>();
  const kept: Named[] = [];
  for (const each of wanted) {
    const name = baseName(each.path) || tree.name;
    const key = `${each.plugin ?? ""}:${name.toLowerCase()}`;
    const first = taken.get(key);
    if (first === undefined) {
      taken.set(key, each.path);
      kept.push({ ...each, name });
    } else if (first !== each.path) {
      const what = `has the same name as \`${showPath(first) || "."}\``;
      diagnostics.push(directoryNotOffered(each.path, what, "name its directory to install it instead"));
    }
  }
  return kept;
}

/** Drops skills with a file that must not be read or is missing. */
function dropRefused(wanted: readonly Named[], tree: Tree, limits: InstallLimits, diagnostics: Diagnostic[]): Chosen[] {
  const heads = new Map<string, TreeEntry[]>(wanted.map(({ path }) => [path, []]));
  const names = new Set(heads.keys());
  for (const entry of tree.entries) {
    const head = nearestListedDirectory(entry.path, names);
    if (head !== undefined) heads.get(head)?.push(entry);
  }
  return wanted.flatMap((each) => {
    const entries = heads.get(each.path) as TreeEntry[];
    const problem = wrongName(each, limits) ?? wrongEntry(entries) ?? tooLarge(each.path, entries, limits);
    if (problem === undefined) return [{ ...each, entries }];
    diagnostics.push(problem);
    return [];
  });
}

/** Reports a name that cannot be a directory on this machine. */
function wrongName({ path, name }: Named, limits: InstallLimits): Diagnostic | undefined {
  const problem = checkPath(name, limits) ?? (path === "" ? undefined : checkPath(path, limits));
  return problem && describeRefusal(problem.code, { entry: path || name, what: problem.what, help: problem.help });
}

const KINDS = {
  link: "is a symbolic link",
  repository: "is another repository (a submodule)",
  special: "is a special file",
} as const;

function wrongEntry(entries: readonly TreeEntry[]): Diagnostic | undefined {
  const odd = entries.find((entry) => entry.kind !== "file");
  if (odd === undefined || odd.kind === "file") return undefined;
  const help = "a skill has only plain files; replace it by a copy";
  return describeRefusal("SK643", { entry: odd.path, what: KINDS[odd.kind], help });
}

function tooLarge(path: string, entries: readonly TreeEntry[], limits: InstallLimits): Diagnostic | undefined {
  const help = "a skill is a small directory; keep data and dependencies elsewhere";
  const large = entries.find((entry) => entry.size > limits.maxFileBytes);
  if (large) {
    return describeRefusal("SK642", { entry: large.path, what: `is larger than ${limits.maxFileBytes} bytes`, help });
  }
  const over = (what: string): Diagnostic => describeRefusal("SK642", { entry: path || ".", what, help });
  if (entries.length > limits.maxFiles) return over(`has more than ${limits.maxFiles} files`);
  return totalBytes(entries) > limits.maxBytes ? over(`has more than ${limits.maxBytes} bytes`) : undefined;
}

function totalBytes(entries: readonly TreeEntry[]): number {
  return entries.reduce((total, { size }) => total + size, 0);
}

/** Converts the path of a skill's diagnostic into a path of the source. */
function findingIn(path: string, finding: Diagnostic): Diagnostic {
  const shown = showPath(path);
  if (path === "") return finding;
  return finding.path === undefined
    ? { ...finding, path: shown, message: `\`${shown}\`: ${finding.message}` }
    : { ...finding, path: `${shown}/${finding.path}` };
}

function ownName({ files }: Bundle): string | undefined {
  const file = files.find(({ path }) => path === "SKILL.md");
  return file && skillName(file.bytes);
}

/** Reports files that Git LFS has replaced by pointers. */
function pointers(path: string, { files }: Bundle): Diagnostic[] {
  return files.filter(isPointer).map((file) => {
    const shown = showPath(path === "" ? file.path : `${path}/${file.path}`);
    return diagnostic("SK607", {
      path: shown,
      message: `\`${shown}\` is a Git LFS pointer, not the file itself`,
      help: "the skill will not find what it expects; ask its author to keep small files in the repository itself",
    });
  });
}

/** Reports a directory that looks like a skill but is not offered. */
export function directoryNotOffered(path: string, what: string, help: string): Diagnostic {
  const shown = showPath(path) || ".";
  return diagnostic("SK606", { path: shown, message: `\`${shown}\` ${what}, and is left out`, help });
}

function compareFound(a: SourceSkill, b: SourceSkill): number {
  return compareText(a.origin.path, b.origin.path) || compareText(a.origin.plugin ?? "", b.origin.plugin ?? "");
}

// Maximum bytes of a pointer. The specification requires fewer than 1024 bytes.
const MAX_POINTER_BYTES = 1024;
const POINTER = /^version https:\/\/[^\n]*\/spec\/v1\n(?:[^\n]*\n)*?oid sha256:[0-9a-f]{64}\n/;

/** Returns true if a file is a Git LFS pointer. */
function isPointer({ bytes }: BundleFile): boolean {
  return bytes.length < MAX_POINTER_BYTES && POINTER.test(Buffer.from(bytes).toString("latin1"));
}

// Collects the skills of a tree if the user names the tree itself, not one of its plugins.

/** Collects the skills that a tree offers. `places` are additional directories from the tree's manifests. */
export async function fetchOffered(
  tree: Tree,
  places: Outcome<string[]>,
  context: SourceContext,
): Promise<FetchedSource> {
  const declared = places.value;
  const all = treeSkillDirectories(tree.entries);
  const directories = offeredDirectories(all, declared);
  const wanted = directories.map((path) => ({ path }));
  const { skills, diagnostics } = await collectSkills(tree, wanted, context);
  const offered = new Set(directories);
  return {
    skills,
    diagnostics: [...places.diagnostics, ...diagnostics, ...notFollowed(tree.entries, all, declared)],
    elsewhere: all.filter((path) => !offered.has(path)),
  };
}

// Maximum paths in the message; a hostile tree has thousands.
const MAX_SHOWN = 20;

/** Returns one warning for skills in directories that the source does not offer. */
export function notOffered(elsewhere: readonly string[]): Diagnostic[] {
  if (elsewhere.length === 0) return [];
  const shown = elsewhere.slice(0, MAX_SHOWN).map((path) => `\`${showPath(path)}\``);
  const more = elsewhere.length > MAX_SHOWN ? ` and ${elsewhere.length - MAX_SHOWN} more` : "";
  const skills = elsewhere.length === 1 ? "1 skill is" : `${elsewhere.length} skills are`;
  return [
    diagnostic("SK606", {
      message: `${skills} not in the directories that the source offers, and left out: ${shown.join(", ")}${more}`,
      help: "to install these skills, name their directory in the source",
      related: elsewhere.map((path) => ({ message: "left out", path: showPath(path) })),
    }),
  ];
}

/**
 * Reports symlinks, submodules and special files where a skill could be. An entry inside a skill is reported with the
 * skill.
 */
function notFollowed(
  entries: readonly TreeEntry[],
  directories: readonly string[],
  declared: readonly string[],
): Diagnostic[] {
  if (directories.includes("")) return [];
  const within = new Set(directories);
  const odd = new Set(skillsIn(entries).flatMap(({ path, kind }) => (kind === "file" ? [] : [path])));
  const found = entries
    .filter(({ path, kind }) => odd.has(path) || (FOLLOWED.has(kind) && couldBeSkill(path, declared)))
    .filter(({ path }) => !isInsideAny(path, within));
  const rest = found.length - MAX_SHOWN;
  return [
    ...found.slice(0, MAX_SHOWN).map(({ path, kind }) => directoryNotOffered(path, ...WHY[kind])),
    ...(rest > 0 ? [moreLeftOut(rest)] : []),
  ];
}

const FOLLOWED: ReadonlySet<TreeEntry["kind"]> = new Set(["link", "repository"]);

const WHY: Readonly<Record<TreeEntry["kind"], readonly [what: string, help: string]>> = {
  link: ["is a symbolic link", "links are never followed; name the directory that it leads to"],
  repository: ["is another repository (a submodule)", "add that repository by itself"],
  special: ["is not a regular file", "put a text file called `SKILL.md` there"],
  file: ["is not among the skills that the source offers", "name its directory to install it"],
};

function moreLeftOut(count: number): Diagnostic {
  return diagnostic("SK606", {
    message: `${count} more links, submodules or special files are left out`,
    help: "name a directory nearer to the skills to see them",
  });
}

function isInsideAny(path: string, directories: ReadonlySet<string>): boolean {
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    if (directories.has(path.slice(0, slash))) return true;
  }
  return false;
}
