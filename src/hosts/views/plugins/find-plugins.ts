/** Finds the plugins of a host on a machine, and their roots. */
import type { HostProfile } from "../../../model/host-profile.ts";
import type { HostView, Machine, Remark, ViewRoot } from "../host-view.ts";
import { cachedPlugins } from "./cached-plugins.ts";
import { type FoundExtensions, findExtensions } from "./find-extensions.ts";
import { marketplacePlugins } from "./marketplace-plugins.ts";
import { pluginRoots } from "./plugin-roots.ts";
import { pluginsInSkills } from "./plugins-in-skills.ts";

export interface FoundPlugins {
  readonly roots: readonly ViewRoot[];
  /** The reasons why the host does not load plugins that have no files. */
  readonly remarks: HostView["remarks"];
  /** The reason why the host does not start. */
  readonly fatal?: Remark;
}

/** Returns the plugins of a host. `own` are the host's other roots, which may contain plugins. */
export function findPlugins(profile: HostProfile, own: readonly ViewRoot[], machine: Machine): FoundPlugins {
  const rule = profile.plugins;
  if (rule === undefined) return { roots: [], remarks: [] };
  const { plugins, fatal } = pluginsOf(profile, own, machine);
  const roots = plugins.map((plugin) => pluginRoots(plugin, rule, profile, machine));
  const remarks = plugins.flatMap((plugin, at) => {
    const isNowhere = roots[at]?.every((root) => !root.exists);
    return isNowhere && plugin.off ? [{ ...plugin.off, path: plugin.from.path }] : [];
  });
  return { roots: roots.flat(), remarks, ...(fatal ? { fatal } : {}) };
}

function pluginsOf(profile: HostProfile, own: readonly ViewRoot[], machine: Machine): FoundExtensions {
  const store = profile.plugins?.store;
  if (store?.kind === "cache") return { plugins: cachedPlugins(store, profile, machine) };
  if (store?.kind === "extensions") return findExtensions(store, profile, machine);
  if (store === undefined) return { plugins: [] };
  const installed = marketplacePlugins(store, profile, machine);
  const inSkills = store.inSkills ? pluginsInSkills(store, installed, profile, own, machine) : [];
  return { plugins: [...installed, ...inSkills] };
}
