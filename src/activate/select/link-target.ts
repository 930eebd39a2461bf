/**
 * Resolves the target of a link, or a skill that the user picked from a list. It accepts the forms that people and
 * programs use for skill paths.
 */
import { posix } from "node:path";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { isKnownName, isSkillPath } from "../access/look-up.ts";

export interface LinkTarget {
  /** The path or id, if it is known; otherwise the target as written. */
  readonly asked: string;
  readonly known: boolean;
  /**
   * True if the link can only mean a skill: `skill://…`, or a path that ends with `SKILL.md`. After `skill://`, a name
   * is sufficient.
   */
  readonly skill: boolean;
}

/**
 * Accepts absolute paths, paths relative to the working directory, the project root or `~`, `file:` and `skill:` URLs,
 * and ids.
 */
export function linkTarget(written: string, snapshot: Snapshot): LinkTarget {
  const target = written.startsWith("<") && written.endsWith(">") ? written.slice(1, -1).trim() : written;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(target)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "skill" && scheme !== "file")
    return { asked: target, known: false, skill: false };
  const rest = scheme === undefined ? target : target.slice(scheme.length + "://".length);
  const skill = scheme === "skill" || SKILL_FILE.test(rest);
  for (const text of new Set([rest, decoded(rest)])) {
    const asked = [text, ...pathsOf(text, snapshot)].find((place) => isSkillPath(place, snapshot));
    if (asked !== undefined) return { asked, known: true, skill };
  }
  const name = rest.replace(SKILL_FILE, "");
  return scheme === "skill" && isKnownName(name, snapshot)
    ? { asked: name, known: true, skill }
    : { asked: rest, known: false, skill };
}

const SKILL_FILE = /(?:^|[/\\])SKILL\.md$/i;

/** Keeps a `%` that does not start an encoding, instead of failing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

function pathsOf(text: string, { cwd, projectRoot, roots }: Snapshot): string[] {
  const path = text.replaceAll("\\", "/");
  const whole = path.startsWith("~/")
    ? homesOf(roots).map((home) => home + path.slice(1))
    : [cwd, projectRoot].map((base) => (isAbsolute(path) ? path : `${base}/${path}`));
  return whole.map((place) => withoutSlash(posix.normalize(place)));
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:\//.test(path);
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Returns home directories, derived from roots that are written with `~`. */
function homesOf(roots: Snapshot["roots"]): string[] {
  const homes = roots
    .filter(({ path, label }) => label.startsWith("~/") && path.endsWith(label.slice(1)))
    .map(({ path, label }) => path.slice(0, path.length - label.length + 1));
  return [...new Set(homes)];
}
