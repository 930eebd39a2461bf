import type { Root } from "../../model/skills/root.ts";
import type { SkillId } from "../../model/skills/skill.ts";
import { baseName } from "../../model/text/text.ts";

/** Where a skill file stands: everything about it that is known before it is opened. */
export interface SkillPlace {
  readonly path: string;
  readonly directory: string;
  readonly root: Root;
  readonly realPath?: string | undefined;
}

/** [C1] Scope, root and relative path; the name has no part in it. */
export function skillId({ root, directory }: Pick<SkillPlace, "root" | "directory">): SkillId {
  return `${prefixOf(root)}${directory.slice(root.path.length)}` as SkillId;
}

const prefixes = new WeakMap<Root, string>();

function prefixOf(root: Root): string {
  const known = prefixes.get(root);
  if (known !== undefined) return known;
  const prefix = `${root.scope}:${root.label}`;
  prefixes.set(root, prefix);
  return prefix;
}

/** The name of the skill's own directory. */
export function directoryName({ directory }: Pick<SkillPlace, "directory">): string {
  return baseName(directory);
}
