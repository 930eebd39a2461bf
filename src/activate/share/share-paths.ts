/**
 * Chooses the path under which each skill is shared: its name, prefixed by its plugin, or by its scope if two paths
 * would be equal.
 */
import { conformSkill, plainName } from "../../format/conform/conform.ts";
import type { OfferedSkill } from "../../model/conversation/offer.ts";
import type { SharedPath } from "../../model/skills/shared.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { baseName, compareText, parentPath } from "../../model/text/text.ts";

/**
 * Returns the shared path of each skill. If two paths would be equal, the first skill in listing order gets the short
 * path. The path of a nested skill is below the path of its parent.
 */
export function sharePaths(
  forModel: readonly OfferedSkill[],
  forUser: readonly OfferedSkill[],
  isShared: (skill: Skill) => boolean,
): readonly SharedPath[] {
  const model = new Set(forModel.map(({ loaded }) => loaded));
  const all = [...forModel, ...forUser.filter(({ loaded }) => !model.has(loaded))].filter(({ loaded }) =>
    isShared(loaded.skill),
  );
  const directories = new Set(all.map(({ loaded }) => directoryKey(loaded.skill)));
  const outermost = all.filter(({ loaded }) => enclosing(loaded.skill, directories) === undefined);
  const inner = all
    .filter(({ loaded }) => enclosing(loaded.skill, directories) !== undefined)
    .sort((a, b) => compareText(a.loaded.skill.directory, b.loaded.skill.directory));
  const paths = new Map<string, SharedPath>();
  const byDirectory = new Map<string, string>();
  for (const { address, loaded } of [...outermost, ...inner]) {
    const { skill } = loaded;
    const called = calledBy(skill);
    if (called.name === "") continue;
    const below = called.verbatim ? pathBelow(skill, byDirectory) : undefined;
    const nested = below !== undefined && !paths.has(below);
    const path = nested ? below : freePath(called.name, skill, paths);
    paths.set(path, { path, address, loaded, forModel: model.has(loaded), nested });
    byDirectory.set(directoryKey(skill), path);
  }
  return [...paths.values()].sort((a, b) => compareText(a.path, b.path));
}

/** Returns the name without the plugin's prefix. */
export function bareName({ name, root, directory }: Skill): string {
  const bare = name.startsWith(root.namespace) ? name.slice(root.namespace.length) : name;
  return plainName(bare) === "" ? baseName(directory) : bare;
}

interface Called {
  readonly name: string;
  /** True if the skill's frontmatter can be shared unchanged. */
  readonly verbatim: boolean;
}

const known = new WeakMap<Skill, Called>();

function calledBy(skill: Skill): Called {
  const before = known.get(skill);
  if (before) return before;
  const { header, description } = skill;
  const { frontmatter, changes } = conformSkill(header, { name: bareName(skill), description });
  const made = { name: frontmatter["name"] as string, verbatim: changes.length === 0 };
  known.set(skill, made);
  return made;
}

function directoryKey({ directory, root }: Skill): string {
  return `${root.source ?? ""}\0${directory}`;
}

/** Returns the nearest parent directory that is also a shared skill. */
function enclosing(skill: Skill, directories: { has(key: string): boolean }): string | undefined {
  for (let above = parentPath(skill.directory); above !== ""; above = parentPath(above)) {
    const key = directoryKey({ ...skill, directory: above });
    if (directories.has(key)) return key;
  }
  return undefined;
}

/** Returns a nested path only if the skill's directory has the skill's name. */
function pathBelow(skill: Skill, byDirectory: ReadonlyMap<string, string>): string | undefined {
  const outer = enclosing(skill, byDirectory);
  if (outer === undefined || baseName(skill.directory) !== bareName(skill)) return undefined;
  const relative = skill.directory.slice(outer.slice(outer.indexOf("\0") + 1).length);
  return (byDirectory.get(outer) as string) + relative;
}

function freePath(called: string, { root, scope }: Skill, taken: ReadonlyMap<string, unknown>): string {
  const plugin = plainName(root.namespace);
  const plain = plugin === "" ? called : `${plugin}/${called}`;
  for (const path of [plain, `${scope}/${plain}`]) if (!taken.has(path)) return path;
  for (let number = 2; ; number++) {
    const path = `${scope}/${number}/${plain}`;
    if (!taken.has(path)) return path;
  }
}
