/**
 * Finds marketplace plugins that the host has recorded and that its settings enable. Plugins of a local marketplace are
 * read in place. Plugins of other marketplaces are copies, whose paths are in the host's record.
 */
import { dirname, isAbsolute, resolve } from "node:path";
import type { MarketplaceStore } from "../../../model/host-plugins.ts";
import type { HostProfile } from "../../../model/host-profile.ts";
import { isMap, stringsOf } from "../../../model/schema.ts";
import { expandPath, findMarkedDirectory, templateNamer } from "../../roots/templates.ts";
import { readSettings, settingAt, userSettingsFile } from "../habits/read-settings.ts";
import type { Machine, Remark, SettingsContent, SettingsFile } from "../host-view.ts";
import { readLayers } from "../settings/read-layers.ts";
import { type HostPlugin, marketplaceOf, pluginName } from "./plugin.ts";

type Records = Readonly<Record<string, unknown>>;

/** Maximum plugins of one record, because a stranger may have written the file. */
const MAX_PLUGINS = 1000;

export function marketplacePlugins(store: MarketplaceStore, profile: HostProfile, machine: Machine): HostPlugin[] {
  const layers = readLayers(profile, machine);
  const home = stateDirectory(store, machine);
  const installedFile = { ...home, path: `${home.path}/${store.installed}` };
  const installed = store.installed ? recordsIn(readSettings(installedFile, machine)["plugins"]) : {};
  // The host loads plugins in the order in which its merged settings name them.
  const ids = new Set([...layers.flatMap((layer) => enabledIn(layer, store)), ...Object.keys(installed)]);
  const known = knownMarketplaces(store, home, layers, machine);
  return [...ids].slice(0, MAX_PLUGINS).flatMap((id): HostPlugin[] => {
    if (marketplaceOf(id) === SKILL_DIRECTORY_MARKETPLACE) return [];
    const entries = entriesOf(installed[id]);
    const recorded = entries.find((entry) => isHere(entry, profile, machine));
    const found = payloadOf(id, recordsIn(known[marketplaceOf(id)]), entries, recorded, machine);
    const off = found.off ?? switchedOff(id, layers, store, profile);
    const enabling = layers.findLast((layer) => enabledIn(layer, store).includes(id));
    const from = store.installed || enabling === undefined ? installedFile : enabling;
    return [{ id, from, ...found, ...(off ? { off } : {}) }];
  });
}

/** The marketplace name that plugins in a skill directory have. */
export const SKILL_DIRECTORY_MARKETPLACE = "skills-dir";

/** Returns the directory with the host's records. */
function stateDirectory({ directories }: MarketplaceStore, { environment, files, cwd }: Machine): SettingsFile {
  const isSet = (written: string): boolean => {
    const [, variable] = /^\$\{(\w+)\}/.exec(written) ?? [];
    return variable === undefined || Boolean(environment.variables[variable]);
  };
  const written = directories.find(isSet) ?? "";
  const place = { environment, files, cwd, projectRoot: cwd };
  const { path } = expandPath(written, place);
  return { path, namedIn: path, namedBy: templateNamer({ scope: "user", path: written }, place) };
}

function recordsIn(value: unknown): Records {
  return isMap(value) ? value : {};
}

function enabledIn({ settings }: SettingsContent, { enabledKey }: MarketplaceStore): string[] {
  return Object.keys(recordsIn(settings[enabledKey]));
}

/** Returns the marketplaces from the host's file or its settings. */
function knownMarketplaces(
  { known, knownKey }: MarketplaceStore,
  home: SettingsFile,
  layers: readonly SettingsContent[],
  machine: Machine,
): Records {
  if (known !== undefined) return readSettings({ ...home, path: `${home.path}/${known}` }, machine);
  return Object.assign({}, ...layers.map(({ settings }) => recordsIn(settings[knownKey ?? ""])));
}

/** Returns one entry for each scope. In version 1 of the file, the record is one object instead of a list. */
function entriesOf(record: unknown): Records[] {
  const entries = Array.isArray(record) ? record : [record];
  return entries.filter(isMap);
}

/** Returns why the settings do not enable a plugin. */
function switchedOff(
  id: string,
  layers: readonly SettingsContent[],
  { enabledKey }: MarketplaceStore,
  { title }: HostProfile,
): Remark | undefined {
  const said = layers.filter(({ settings }) => Object.hasOwn(recordsIn(settings[enabledKey]), id));
  const last = said.at(-1);
  const valueIn = (layer: SettingsContent): unknown => recordsIn(layer.settings[enabledKey])[id];
  if (last !== undefined && valueIn(last) === true) return undefined;
  const broken = layers.find(({ invalid }) => invalid !== undefined);
  if (last === undefined && broken)
    return {
      code: "SK739",
      text: `no settings enable plugin \`${id}\`, and ${title} ignores \`${broken.path}\`: ${broken.invalid}`,
    };
  if (last === undefined) return { code: "SK739", text: `no settings of ${title} enable plugin \`${id}\`` };
  const elsewhere = said.find((layer) => valueIn(layer) === true);
  const but = elsewhere ? `, though \`${elsewhere.path}\` enables it` : "";
  return { code: "SK739", text: `\`${last.path}\` disables plugin \`${id}\`${but}` };
}

type Payload = Pick<HostPlugin, "directory" | "off" | "skills" | "remark">;

function payloadOf(
  id: string,
  marketplace: Records,
  entries: readonly Records[],
  recorded: Records | undefined,
  machine: Machine,
): Payload {
  const anywhere = pathIn(recorded ?? entries[0] ?? {}, "installPath");
  const gone = (text: string): Payload => ({ directory: anywhere, off: { code: "SK740", text } });
  const folder = folderOf(marketplace);
  if (folder === undefined) return gone(`marketplace \`${marketplaceOf(id)}\` is not known to the host`);
  const listing = listingOf(id, folder, machine);
  if (listing === undefined) return gone(`marketplace \`${marketplaceOf(id)}\` does not list plugin \`${id}\``);
  const skills = stringsOf(listing["skills"]);
  const source = listing["source"];
  if (isFolder(marketplace)) {
    if (typeof source !== "string") return gone(`plugin \`${id}\` is not in the folder of its marketplace`);
    return present(id, resolve(folder, source), skills, machine);
  }
  if (entries.length === 0) return gone(`plugin \`${id}\` is enabled but not installed`);
  if (recorded === undefined)
    return {
      directory: anywhere,
      off: { code: "SK741", text: `plugin \`${id}\` is installed for another project, not here` },
    };
  if (anywhere === undefined) return gone(`the record of plugin \`${id}\` has no path`);
  const stale = typeof source === "string" ? staleCopy(id, anywhere, resolve(folder, source), machine) : undefined;
  return { ...present(id, anywhere, skills, machine), ...(stale ? { remark: stale } : {}) };
}

function present(id: string, directory: string, skills: readonly string[], { files }: Machine): Payload {
  if (files.exists(directory)) return { directory, skills };
  return { directory, off: { code: "SK740", text: `the files of plugin \`${id}\` are missing: ${directory}` } };
}

/** Reports a marketplace whose version differs from the version of the copy that the host reads. */
function staleCopy(id: string, copy: string, source: string, machine: Machine): Remark | undefined {
  const [here, there] = [copy, source].map((directory) => versionOf(directory, machine));
  if (here === undefined || there === undefined || here === there) return undefined;
  const text = `the host reads its copy of plugin \`${id}\`, version ${here}; its marketplace has ${there}`;
  return { code: "SK742", text };
}

function versionOf(directory: string, machine: Machine): string | undefined {
  const file = userSettingsFile(`${directory}/.claude-plugin/plugin.json`, undefined);
  const { version } = readSettings(file, machine);
  return typeof version === "string" ? version : undefined;
}

/** Returns true for a plugin that applies to all projects, or to the current project. */
function isHere(
  { scope, projectPath }: Records,
  { plugins }: HostProfile,
  { cwd, files, environment }: Machine,
): boolean {
  if ((scope !== "project" && scope !== "local") || projectPath === cwd) return true;
  if (plugins?.projectEntries !== "repository" || typeof projectPath !== "string") return false;
  const [here, there] = [cwd, projectPath].map((path) => findMarkedDirectory(path, [".git"], files, environment));
  return here !== undefined && here === there;
}

function pathIn(record: Records, key: string): string | undefined {
  const path = record[key];
  return typeof path === "string" && isAbsolute(path) ? path : undefined;
}

function isFolder(marketplace: Records): boolean {
  return settingAt(marketplace, "source.source") === "directory";
}

function folderOf(marketplace: Records): string | undefined {
  return isFolder(marketplace)
    ? pathIn(recordsIn(marketplace["source"]), "path")
    : pathIn(marketplace, "installLocation");
}

/** Returns the entry of a plugin in the file of its marketplace. */
function listingOf(id: string, folder: string, machine: Machine): Records | undefined {
  const path = `${folder}/.claude-plugin/marketplace.json`;
  const { plugins } = readSettings({ path, namedBy: "user", namedIn: dirname(path) }, machine);
  const listed = Array.isArray(plugins) ? plugins.slice(0, MAX_PLUGINS) : [];
  return listed.find((each): each is Records => isMap(each) && each["name"] === pluginName(id));
}
