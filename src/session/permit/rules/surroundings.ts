/** The machine as the guard sees it: the project, protected places, and the directories of skills. */
import { foldCase } from "../../../model/text/text.ts";
import type { Ground } from "./real-target.ts";

export interface Surroundings extends Ground {
  readonly home: string;
  readonly projectRoot: string;
  /** True for places that decide what skills and agents may do. No rule covers writing there. */
  readonly isProtected: (path: string) => boolean;
  readonly protectedPlaces: readonly string[];
  /** Directories of skills that are available without a question: tools may read them. */
  readonly readable: readonly string[];
  /** Directories of skills that are active in the session: command lines may read and run them. */
  readonly active: readonly string[];
}

export function isWithin(path: string, directory: string): boolean {
  if (!path.startsWith(directory)) return false;
  return path.length === directory.length || path.charAt(directory.length) === "/" || directory.endsWith("/");
}

/** True if a protected place is below the target, in any spelling of its letters. */
export function enclosesProtected(target: string, { protectedPlaces }: Pick<Surroundings, "protectedPlaces">): boolean {
  const folded = foldCase(target);
  return protectedPlaces.some((place) => isWithin(foldCase(place), folded));
}
