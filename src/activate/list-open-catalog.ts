/**
 * Caches the catalog of a snapshot for each set of options. An unchanged turn then takes equally long with ten skills
 * and with ten thousand. A format with bodies is built again each time, because bodies are read from the disk.
 */
import { isDeepStrictEqual } from "node:util";
import type { OpenCatalog } from "../catalog/open-catalog.ts";
import type { HostProfile } from "../model/host-profile.ts";
import type { Snapshot } from "../model/skills/snapshot.ts";
import { environmentOf } from "../platform/environment.ts";
import { type Catalog, type CatalogContext, type CatalogOptions, listCatalog, needsBodies } from "./list-catalog.ts";

interface Kept {
  readonly options: CatalogOptions;
  /** The environment variable that sets the budget in the host. */
  readonly variable: string | undefined;
  readonly catalog: Catalog;
}

/** Maximum cached catalogs. Sessions may use different options, and each catalog has thousands of entries. */
const MAX_KEPT = 4;
const kept = new WeakMap<Snapshot, readonly Kept[]>();

/** Returns the catalog for a model, within the budget of the configuration. */
export function listOpenCatalog(
  { snapshot, config, profile, options: load }: OpenCatalog,
  options: CatalogOptions,
): Promise<Catalog> {
  const budget = { ...config.catalog, ...options.budget };
  const asked = { ...options, budget, pinned: [...config.pinned, ...(options.pinned ?? [])] };
  return listCatalogFromCache(snapshot, profile, asked, {
    variables: environmentOf(load).variables,
    readBody: async (skill) => {
      const { readBody } = await import("../catalog/read/read-current-skill.ts");
      return (await readBody(skill, load, config.limits)).body;
    },
  });
}

export async function listCatalogFromCache(
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
  // Copies the options, because the caller may change the options object later.
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
