/** The machine as the guard sees it: the project, protected paths, and skill directories. */
import { foldCase } from "../../../model/text/text.ts";
import type { PathBase } from "./real-call-target.ts";

export interface Surroundings extends PathBase {
  readonly home: string;
  readonly projectRoot: string;
  /** Returns true for paths that decide what skills and agents may do. No rule can allow a write to such a path. */
  readonly isProtected: (path: string) => boolean;
  readonly protectedPlaces: readonly string[];
  /** Directories of skills that may be loaded without asking the user. Tools may read them. */
  readonly readable: readonly string[];
  /** Directories of skills that are active in the session. Command lines may read and run their files. */
  readonly active: readonly string[];
}

export function isWithin(path: string, directory: string): boolean {
  if (!path.startsWith(directory)) return false;
  return path.length === directory.length || path.charAt(directory.length) === "/" || directory.endsWith("/");
}

/** Returns true if a protected path is below the target. Case is ignored. */
export function enclosesProtected(target: string, { protectedPlaces }: Pick<Surroundings, "protectedPlaces">): boolean {
  const folded = foldCase(target);
  return protectedPlaces.some((place) => isWithin(foldCase(place), folded));
}
