import type { Manifest, Skill, SkillId } from "../../../src/model/skills/skill.ts";
import { rootAt } from "../../tree.ts";

/** Returns a skill object without reading a file. Tests use only its directory and manifest. */
export function skillAt(directory: string, manifest: Manifest = {}): Skill {
  const root = rootAt(directory.slice(0, directory.lastIndexOf("/")));
  const name = directory.slice(directory.lastIndexOf("/") + 1);
  return {
    id: `extra:${root.label}/${name}` as SkillId,
    name,
    description: `Does ${name}.`,
    path: `${directory}/SKILL.md`,
    directory,
    root,
    scope: root.scope,
    manifest,
    header: "",
    headerLine: 2,
    bodyOffset: 0,
  };
}
