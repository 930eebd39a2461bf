/**
 * Reads the entries of `packages` in pi's settings. An entry is text or an object with a filter, and names a path, a
 * repository or an npm package.
 */
import { resolve } from "node:path";
import { isMap, stringsIn } from "../../../model/schema.ts";

export interface PiPackage {
  /** The identity of the package. Two entries for the same package have the same identity. */
  readonly id: string;
  readonly directory: string;
  /** Patterns that select skills of the package (default: all skills). */
  readonly filter?: readonly string[];
}

/** Maximum entries of one list, because a stranger may have written the settings. */
const MAX_LISTED = 1000;

/**
 * Reads the entries of `packages`. `base` is the directory of the settings file, where pi also stores fetched packages.
 */
export function readPackages(value: unknown, base: string): PiPackage[] {
  return (Array.isArray(value) ? value : []).slice(0, MAX_LISTED).flatMap((entry): PiPackage[] => {
    const source = isMap(entry) ? entry["source"] : entry;
    if (typeof source !== "string" || source === "") return [];
    const filter = isMap(entry) && Array.isArray(entry["skills"]) ? { filter: stringsIn(entry["skills"]) } : {};
    const place = locatePackage(source, base);
    return place === undefined ? [] : [{ ...place, ...filter }];
  });
}

const REPOSITORY = /^git:(?:https?:\/\/|ssh:\/\/(?:[\w.-]+@)?)?([\w.-]+\/[\w./-]+?)(?:\.git)?(?:@[^/@]+)?$/;
const NPM = /^npm:((?:@[\w.-]+\/)?[\w.-]+)(?:@[^/]+)?$/;

/**
 * Returns the directory of a package. Returns undefined for a package that npm installed for the user, because only npm
 * knows its directory.
 */
function locatePackage(source: string, base: string): Pick<PiPackage, "id" | "directory"> | undefined {
  const isFetched = /^(?:git|npm):/.test(source);
  const directory = resolve(base, source);
  if (!isFetched) return { id: directory, directory };
  const [, repository] = REPOSITORY.exec(source) ?? [];
  const [, name] = NPM.exec(source) ?? [];
  const inside = repository === undefined ? `npm/node_modules/${name}` : `git/${repository}`;
  const isPlain = (repository ?? name) !== undefined && !inside.split("/").includes("..");
  return isPlain ? { id: inside, directory: `${base}/${inside}` } : undefined;
}
