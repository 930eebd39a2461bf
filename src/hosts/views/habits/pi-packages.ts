/** Entries of `packages` in pi's settings: text or an object with a filter; a path, a repository or a package from npm. */
import { resolve } from "node:path";
import { isMap } from "../../../model/schema.ts";
import { textsIn } from "./read-settings.ts";

export interface PiPackage {
  /** The same for two entries that mean one package. */
  readonly id: string;
  readonly directory: string;
  /** Patterns for its skills (default: all are taken). */
  readonly filter?: readonly string[];
}

/** Entries of one list; the settings may be a stranger's. */
const MAX_LISTED = 1000;

/** `base` is the directory of the settings file, where pi also keeps the packages that it fetched. */
export function readPackages(value: unknown, base: string): PiPackage[] {
  return (Array.isArray(value) ? value : []).slice(0, MAX_LISTED).flatMap((entry): PiPackage[] => {
    const source = isMap(entry) ? entry["source"] : entry;
    if (typeof source !== "string" || source === "") return [];
    const filter = isMap(entry) && Array.isArray(entry["skills"]) ? { filter: textsIn(entry["skills"]) } : {};
    const place = locatePackage(source, base);
    return place === undefined ? [] : [{ ...place, ...filter }];
  });
}

const REPOSITORY = /^git:(?:https?:\/\/|ssh:\/\/(?:[\w.-]+@)?)?([\w.-]+\/[\w./-]+?)(?:\.git)?(?:@[^/@]+)?$/;
const NPM = /^npm:((?:@[\w.-]+\/)?[\w.-]+)(?:@[^/]+)?$/;

/** Where a package is on the disk. A package that npm installed for the user is in a directory that only npm knows. */
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
