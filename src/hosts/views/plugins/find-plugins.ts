/** Finds the plugins of a host on a machine, and their roots. */
import type { HostProfile } from "../../../model/host-profile.ts";
import type { HostView, Machine, ViewRoot } from "../host-view.ts";
import { cachedPlugins } from "./cached-plugins.ts";
import { findExtensions } from "./find-extensions.ts";
import { marketplacePlugins } from "./marketplace-plugins.ts";
import type { HostPlugin } from "./plugin.ts";
import { pluginRoots } from "./plugin-roots.ts";
import { pluginsInSkills } from "./plugins-in-skills.ts";

export interface FoundPlugins {
  readonly roots: readonly ViewRoot[];
  /** The reasons why the host does not load plugins that have no files. */
  readonly remarks: HostView["remarks"];
}

/** Returns the plugins of a host. `own` are the host's other roots, which may contain plugins. */
export function findPlugins(profile: HostProfile, own: readonly ViewRoot[], machine: Machine): FoundPlugins {
  const rule = profile.plugins;
  if (rule === undefined) return { roots: [], remarks: [] };
  const plugins = pluginsOf(profile, own, machine);
  const roots = plugins.map((plugin) => pluginRoots(plugin, rule, profile, machine));
  const remarks = plugins.flatMap((plugin, at) => {
    const isNowhere = roots[at]?.every((root) => !root.exists);
    return isNowhere && plugin.off ? [{ ...plugin.off, path: plugin.from.path }] : [];
  });
  return { roots: roots.flat(), remarks };
}

function pluginsOf(profile: HostProfile, own: readonly ViewRoot[], machine: Machine): HostPlugin[] {
  const store = profile.plugins?.store;
  if (store?.kind === "cache") return cachedPlugins(store, profile, machine);
  if (store?.kind === "extensions") return findExtensions(store, profile, machine);
  if (store === undefined) return [];
  const installed = marketplacePlugins(store, profile, machine);
  return store.inSkills ? [...installed, ...pluginsInSkills(store, installed, profile, own, machine)] : installed;
}
