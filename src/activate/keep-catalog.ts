/**
 * Conductor: the catalog of a snapshot, made once for the same options. Nothing else decides what is in it, so that a turn in
 * which neither changed costs the same with ten thousand skills as with ten. A format that brings bodies with it is made anew
 * each time, because bodies are read from the disk.
 */
import { isDeepStrictEqual } from "node:util";
import { environmentOf } from "../catalog/load/load.ts";
import type { OpenCatalog } from "../catalog/open-catalog.ts";
import { readBody } from "../catalog/read/read-current-skill.ts";
import type { HostProfile } from "../model/host-profile.ts";
import type { Snapshot } from "../model/skills/snapshot.ts";
import { type Catalog, type CatalogContext, type CatalogOptions, listCatalog, needsBodies } from "./list-catalog.ts";

interface Kept {
  readonly options: CatalogOptions;
  /** Value of the host's own variable for the budget. */
  readonly variable: string | undefined;
  readonly catalog: Catalog;
}

/** Sessions may ask for different ones, and each has thousands of entries. */
const MAX_KEPT = 4;
const kept = new WeakMap<Snapshot, readonly Kept[]>();

/** Returns the listing of the skills that a model may load, for the host and within the budget of the configuration. */
export function catalogFor(
  { snapshot, config, profile, options: load }: OpenCatalog,
  options: CatalogOptions,
): Promise<Catalog> {
  const budget = { ...config.catalog, ...options.budget };
  const asked = { ...options, budget, pinned: [...config.pinned, ...(options.pinned ?? [])] };
  return keepCatalog(snapshot, profile, asked, {
    variables: environmentOf(load).variables,
    readBody: async (skill) => (await readBody(skill, load, config.limits)).body,
  });
}

export async function keepCatalog(
  snapshot: Snapshot,
  profile: HostProfile,
  options: CatalogOptions,
  context: CatalogContext,
): Promise<Catalog> {
  if (needsBodies(profile, options)) return listCatalog(snapshot, profile, options, context);
  const variable = context.variables[profile.disclosure.budget?.variable ?? ""];
  const same = (each: Kept): boolean => each.variable === variable && isDeepStrictEqual(each.options, options);
  const known = kept.get(snapshot)?.find(same);
  if (known) return known.catalog;
  // Copies the options, because the caller may change its object later.
  const asked = copyOf(options);
  const catalog = await listCatalog(snapshot, profile, options, context);
  Object.freeze(catalog.entries);
  kept.set(
    snapshot,
    [{ options: asked, variable, catalog: Object.freeze(catalog) }, ...(kept.get(snapshot) ?? [])].slice(0, MAX_KEPT),
  );
  return catalog;
}

function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copyOf(each)])) as T;
}
