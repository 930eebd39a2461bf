import type { Root } from "../../model/skills/root.ts";
import type { SkillPlace } from "./place.ts";

/** Of a skill file that is in memory and on no disk yet; only the directory's name matters. */
export function unplaced(name: string): SkillPlace {
  const directory = `${NOWHERE.path}/${name}`;
  return { path: `${directory}/SKILL.md`, directory, root: NOWHERE };
}

const NOWHERE: Root = {
  path: "/bundle",
  scope: "extra",
  label: "bundle",
  from: "bundle",
  namedBy: "caller",
  namedIn: "/bundle",
  trusted: true,
  followLinks: false,
  exists: true,
  configured: false,
  namespace: "",
};
