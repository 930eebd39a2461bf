import { DEFAULT_LIMITS } from "../model/limits.ts";
import type { Root } from "../model/root.ts";
import { type Parsed, parseCareful } from "./parse-careful.ts";

/** A skill file that is in memory and on no disk yet; of its place only the directory's name matters. */
export function parseUnplaced(name: string, bytes: Uint8Array): Parsed {
  const directory = `${NOWHERE.path}/${name}`;
  const place = { path: `${directory}/SKILL.md`, directory, root: NOWHERE };
  return parseCareful(place, bytes, DEFAULT_LIMITS.maxFrontmatterBytes);
}

const NOWHERE: Root = {
  path: "/bundle",
  scope: "extra",
  label: "bundle",
  from: "bundle",
  followLinks: false,
  exists: true,
  configured: false,
  namespace: "",
};
