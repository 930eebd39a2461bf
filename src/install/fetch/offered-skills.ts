/** Everything that a tree offers, for whoever names the place and no plugin of it. */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Fetched, SourceContext } from "../source.ts";
import { collectSkills, leftOut } from "./collect-skills.ts";
import { couldBeSkill, offeredDirectories, skillDirectories } from "./skill-places.ts";
import type { Tree, TreeEntry } from "./tree.ts";

// Enough to see what is going on; a hostile tree has thousands.
const MAX_LEFT_OUT = 20;
const MAX_ELSEWHERE = 1000;

/** [I21] `declared` are more places, as the tree's own manifests name them. */
export async function offeredSkills(tree: Tree, declared: readonly string[], context: SourceContext): Promise<Fetched> {
  const all = skillDirectories(tree.entries);
  const directories = offeredDirectories(all, declared);
  const wanted = directories.map((path) => ({ path }));
  const { skills, diagnostics } = await collectSkills(tree, wanted, context);
  return {
    skills,
    diagnostics: [...diagnostics, ...notFollowed(tree.entries, directories, declared)],
    elsewhere: all.filter((path) => !directories.includes(path)).slice(0, MAX_ELSEWHERE),
  };
}

/** [I25] Links and submodules where a skill could have been. Inside of a skill they speak against it already. */
function notFollowed(
  entries: readonly TreeEntry[],
  directories: readonly string[],
  declared: readonly string[],
): Diagnostic[] {
  if (directories.includes("")) return [];
  const within = new Set(directories);
  return entries
    .filter(({ path, kind }) => (kind === "link" || kind === "repository") && couldBeSkill(path, declared))
    .filter(({ path }) => !isInside(path, within))
    .slice(0, MAX_LEFT_OUT)
    .map(({ path, kind }) =>
      kind === "link"
        ? leftOut(path, "is a symbolic link", "links are never followed; name the directory that it leads to")
        : leftOut(path, "is another repository (a submodule)", "add that repository by itself"),
    );
}

function isInside(path: string, directories: ReadonlySet<string>): boolean {
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    if (directories.has(path.slice(0, slash))) return true;
  }
  return false;
}
