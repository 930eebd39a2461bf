/** Everything that a tree offers, for a user who names the tree and no plugin of it. */
import type { Diagnostic, Outcome } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { showPath } from "../../trust/bundle/refusal.ts";
import type { Fetched, SourceContext } from "../source.ts";
import { collectSkills, leftOut } from "./collect-skills.ts";
import { couldBeSkill, offeredDirectories, skillDirectories, skillsIn } from "./find-skills.ts";
import type { Tree, TreeEntry } from "./tree.ts";

/** `places` are more places, as the tree's own manifests name them. */
export async function offeredSkills(tree: Tree, places: Outcome<string[]>, context: SourceContext): Promise<Fetched> {
  const declared = places.value;
  const all = skillDirectories(tree.entries);
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

// Enough to understand the source; a hostile tree has thousands.
const MAX_SHOWN = 20;

/** One warning for the skills of a source that are in none of the places that it offers. */
export function notOffered(elsewhere: readonly string[]): Diagnostic[] {
  if (elsewhere.length === 0) return [];
  const shown = elsewhere.slice(0, MAX_SHOWN).map((path) => `\`${showPath(path)}\``);
  const more = elsewhere.length > MAX_SHOWN ? ` and ${elsewhere.length - MAX_SHOWN} more` : "";
  const skills = elsewhere.length === 1 ? "1 skill is" : `${elsewhere.length} skills are`;
  return [
    diagnostic("SK606", {
      message: `${skills} not in the places that the source offers, and left out: ${shown.join(", ")}${more}`,
      help: "name such a directory of the source to have its skills",
      related: elsewhere.map((path) => ({ message: "left out", path: showPath(path) })),
    }),
  ];
}

/** Links, submodules and special files where a skill could be. Those inside a skill speak against that skill already. */
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
    ...found.slice(0, MAX_SHOWN).map(({ path, kind }) => leftOut(path, ...WHY[kind])),
    ...(rest > 0 ? [moreLeftOut(rest)] : []),
  ];
}

const FOLLOWED: ReadonlySet<TreeEntry["kind"]> = new Set(["link", "repository"]);

const WHY: Readonly<Record<TreeEntry["kind"], readonly [what: string, help: string]>> = {
  link: ["is a symbolic link", "links are never followed; name the directory that it leads to"],
  repository: ["is another repository (a submodule)", "add that repository by itself"],
  special: ["is not a regular file", "put a text file called `SKILL.md` there"],
  file: ["is not offered", "name its directory"],
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
