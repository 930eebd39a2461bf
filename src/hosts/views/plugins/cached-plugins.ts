/** Finds plugins in a cache: `marketplace/plugin/version` in a directory of the host, enabled by its configuration. */

import type { CacheStore } from "../../../model/host-plugins.ts";
import type { HostProfile } from "../../../model/host-profile.ts";
import { isMap } from "../../../model/schema.ts";
import { compareText } from "../../../model/text/text.ts";
import { expandPath, templateNamer } from "../../roots/templates.ts";
import { settingAt } from "../habits/read-settings.ts";
import type { Machine, Remark, SettingsContent, SettingsFile } from "../host-view.ts";
import { lastSetting, readLayers } from "../settings/read-layers.ts";
import { compareByBytes } from "../steps/walk.ts";
import { listDirectory } from "../steps/walked-directory.ts";
import { type HostPlugin, marketplaceOf, pluginName } from "./plugin.ts";

/** Maximum plugins, because a stranger may have written the cache. */
const MAX_PLUGINS = 1000;

/** Matches an id whose parts are directory names without `..`. */
const PLAIN_ID = /^(?!\.)[\w.-]+@(?!\.)[\w.-]+$/;

export function cachedPlugins(store: CacheStore, profile: HostProfile, machine: Machine): HostPlugin[] {
  const { environment, files, cwd } = machine;
  const place = { environment, files, cwd, projectRoot: cwd };
  const { path } = expandPath(store.directory, place);
  const namedBy = templateNamer({ scope: "user", path: store.directory }, place);
  const from: SettingsFile = { path, namedBy, namedIn: path };
  const layers = readLayers(profile, machine);
  const ids = new Set([...layers.flatMap((layer) => Object.keys(tableIn(layer, store))), ...cachedIds(path, machine)]);
  // The host loads plugins in the order of their directories.
  return [...ids]
    .sort((a, b) => compareByBytes(directoryOf(a), directoryOf(b)))
    .slice(0, MAX_PLUGINS)
    .flatMap((id): HostPlugin[] => {
      const parent = `${path}/${marketplaceOf(id)}/${pluginName(id)}`;
      const version = PLAIN_ID.test(id) ? newestVersion(parent, store, machine) : undefined;
      const off = switchedOff(id, layers, store) ?? (version === undefined ? missing(id, parent) : undefined);
      const directory = version === undefined ? undefined : `${parent}/${version}`;
      const remark = off || directory === undefined ? undefined : staleCopy(id, directory, layers, machine);
      return [{ id, directory, from, ...(off ? { off } : {}), ...(remark ? { remark } : {}) }];
    });
}

function tableIn({ settings }: SettingsContent, { table }: CacheStore): Readonly<Record<string, unknown>> {
  const found = settings[table];
  return isMap(found) ? found : {};
}

function cachedIds(cache: string, { files }: Machine): string[] {
  const markets = listDirectory(cache, files).directories.slice(0, MAX_PLUGINS);
  return markets.flatMap((market) =>
    listDirectory(`${cache}/${market}`, files).directories.map((name) => `${name}@${market}`),
  );
}

/** Returns the version to load. Symlinks are ignored, as in the host. */
function newestVersion(parent: string, { first }: CacheStore, { files }: Machine): string | undefined {
  const versions = listDirectory(parent, files).directories.filter((name) => !name.startsWith("."));
  return versions.includes(first) ? first : versions.sort(compareVersions).at(-1);
}

const SEMVER = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/;

/** Compares two versions by semver. If one of them is not a version, it compares them as text. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [SEMVER.exec(a), SEMVER.exec(b)];
  if (left === null || right === null) return compareText(a, b);
  for (const part of [1, 2, 3]) if (left[part] !== right[part]) return Number(left[part]) - Number(right[part]);
  const [before = "~", after = "~"] = [left[4], right[4]];
  return compareText(before, after);
}

/** The last layer with the plugin's table wins. A table without the key enables the plugin. */
function switchedOff(id: string, layers: readonly SettingsContent[], store: CacheStore): Remark | undefined {
  if (lastSetting(layers, store.feature) === false)
    return { code: "SK739", text: `\`${store.feature}\` disables all plugins` };
  const valueIn = (layer: SettingsContent): unknown => settingAt(tableIn(layer, store)[id], "enabled");
  const said = layers.filter((layer) => isMap(tableIn(layer, store)[id]));
  const last = said.findLast((layer) => valueIn(layer) !== undefined) ?? said.at(-1);
  if (last === undefined) return { code: "SK739", text: `no configuration enables plugin \`${id}\`` };
  if (valueIn(last) !== false) return undefined;
  const elsewhere = said.find((layer) => valueIn(layer) !== false);
  const but = elsewhere ? `, though \`${elsewhere.path}\` enables it` : "";
  return { code: "SK739", text: `\`${last.path}\` disables plugin \`${id}\`${but}` };
}

function missing(id: string, parent: string): Remark {
  return { code: "SK740", text: `plugin \`${id}\` is enabled, but its files are missing: ${parent}` };
}

/** Reports a local marketplace whose version differs from the version in the cache. */
function staleCopy(
  id: string,
  directory: string,
  layers: readonly SettingsContent[],
  machine: Machine,
): Remark | undefined {
  const source = lastSetting(layers, `marketplaces.${marketplaceOf(id)}`);
  if (!isMap(source) || source["source_type"] !== "local" || typeof source["source"] !== "string") return undefined;
  const [here, there] = [
    directory,
    `${source["source"]}/${pluginName(id)}`,
    `${source["source"]}/plugins/${pluginName(id)}`,
  ]
    .map((each) => manifestVersion(each, machine))
    .filter((version) => version !== undefined);
  if (here === undefined || there === undefined || here === there) return undefined;
  return {
    code: "SK742",
    text: `the host reads its copy of plugin \`${id}\`, version ${here}; its marketplace has ${there}`,
  };
}

const MAX_BYTES = 1_048_576;

function manifestVersion(directory: string, { files }: Machine): string | undefined {
  const path = [".codex-plugin", ".claude-plugin"]
    .map((each) => `${directory}/${each}/plugin.json`)
    .find((each) => files.exists(each) && files.stat(each).kind === "file");
  if (path === undefined) return undefined;
  const text = Buffer.from(files.readFile(path, MAX_BYTES)).toString("utf8");
  return /"version"\s*:\s*"([^"]{1,64})"/.exec(text)?.[1];
}

/** Returns the directory of a plugin in the cache: `marketplace/plugin`. */
function directoryOf(id: string): string {
  return `${marketplaceOf(id)}/${pluginName(id)}`;
}
