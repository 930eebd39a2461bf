/**
 * Finds extensions. Each extension is one directory in the user's home. A file of rules disables extensions for some
 * folders.
 */
import { resolve } from "node:path";
import type { ExtensionStore } from "../../../model/host-plugins.ts";
import type { HostProfile } from "../../../model/host-profile.ts";
import { isMap, parseJson } from "../../../model/schema.ts";
import { expandPath, templateNamer } from "../../roots/templates.ts";
import { readHostSettings, readSettings } from "../habits/read-settings.ts";
import type { Machine, Remark, SettingsFile } from "../host-view.ts";
import { listDirectory } from "../steps/walked-directory.ts";
import { type InstalledExtension, skillSwitches, whyFilesAreInvalid, whySwitchedOff } from "./extension-switches.ts";
import type { HostPlugin } from "./plugin.ts";
import { isFile, type PluginManifest, readPluginManifest } from "./plugin-roots.ts";

const MAX_EXTENSIONS = 1000;

export interface FoundExtensions {
  readonly plugins: readonly HostPlugin[];
  /** The reason why the host does not start. */
  readonly fatal?: Remark;
}

export function findExtensions(store: ExtensionStore, profile: HostProfile, machine: Machine): FoundExtensions {
  const { environment, files, cwd } = machine;
  const place = { environment, files, cwd, projectRoot: cwd };
  const { path: parent } = expandPath(store.directory, place);
  const namedBy = templateNamer({ scope: "user", path: store.directory }, place);
  const file = (path: string): SettingsFile => ({ path, namedBy, namedIn: parent });
  const rules = file(`${parent}/${store.enablement}`);
  const states = store.states === undefined ? undefined : file(expandPath(store.states, place).path);
  const switches = {
    rules: readSettings(rules, machine),
    states: states === undefined ? {} : readSettings(states, machine),
  };
  const { directories, links } = listDirectory(parent, files);
  const found = [...directories, ...links]
    .sort()
    .slice(0, MAX_EXTENSIONS)
    .map((folder): HostPlugin => {
      const record = readSettings(file(`${parent}/${folder}/${store.link}`), machine);
      const directory = linkedSource(record, cwd) ?? `${parent}/${folder}`;
      const agentPlugin =
        store.agentPlugins === undefined ? null : readAgentPlugin(directory, store.agentPlugins, machine);
      const manifest = agentPlugin ?? (profile.plugins && readPluginManifest(directory, profile.plugins, machine));
      const name = manifest?.["name"];
      const id = typeof name === "string" && name !== "" ? name : folder;
      const extension = { name: id, record };
      const off =
        whyNotLoaded(id, directory, manifest, { ...store, ...(agentPlugin ? AGENT_PLUGIN : {}) }, machine) ??
        whySwitchedOff(extension, switches, store, machine);
      return {
        id,
        directory,
        from: file(`${parent}/${folder}`),
        ...(off ? { off } : {}),
        ...(agentPlugin ? { agentPlugin } : {}),
        ...ofSkills(manifest, extension, switches.states, store, machine),
      };
    });
  const text = (each: SettingsFile | undefined): string | undefined =>
    each === undefined || machine.honours?.(each) === false ? undefined : readHostSettings(each.path, machine);
  const reason = whyFilesAreInvalid({ rules: text(rules), states: text(states) }, store) ?? conflictIn(found, store);
  const fatal: Remark | undefined =
    reason === undefined ? undefined : { code: "SK731", text: `the host does not start: ${reason}` };
  return { plugins: withoutTwins(found), ...(fatal ? { fatal } : {}) };
}

/** Returns the switches of single skills, by the manifest and then by the store. */
function ofSkills(
  manifest: PluginManifest,
  extension: InstalledExtension,
  states: Readonly<Record<string, unknown>>,
  { skillSwitches: key }: ExtensionStore,
  machine: Machine,
): Pick<HostPlugin, "skillSwitches"> {
  if (key === undefined) return {};
  return { skillSwitches: { ...lowerCased(manifest?.[key]), ...skillSwitches(extension, states, machine) } };
}

/** If two extensions have the same name, only the last one is loaded. */
function withoutTwins(found: readonly HostPlugin[]): HostPlugin[] {
  return found.map((each, at) => {
    const later = found.findLast(({ id, off }, index) => index > at && id === each.id && !isBroken(off));
    if (later === undefined || isBroken(each.off)) return each;
    const text = `the host does not load extension \`${each.id}\`: \`${later.from.path}\` has the same name and wins`;
    return { ...each, off: { code: "SK743", text } };
  });
}

function isBroken(off: Remark | undefined): boolean {
  return off !== undefined && off.code !== "SK739";
}

/**
 * Returns the host's error for two extensions whose names are equal, or differ only in case. Returns undefined if the
 * host accepts such extensions.
 */
function conflictIn(found: readonly HostPlugin[], { invalid, sameName }: ExtensionStore): string | undefined {
  const ids = found.filter(({ off }) => !isBroken(off)).map(({ id }) => id);
  const isSame = (one: string, other: string): boolean =>
    one === other ? sameName === "fatal" : invalid === "fatal" && one.toLowerCase() === other.toLowerCase();
  const twin = ids.find((id, at) => ids.slice(0, at).some((each) => isSame(each, id)));
  return twin === undefined ? undefined : `two extensions have the name \`${twin}\``;
}

/** Returns the source of a linked extension. A relative source starts at the working directory. */
function linkedSource({ type, source }: Readonly<Record<string, unknown>>, cwd: string): string | undefined {
  return type === "link" && typeof source === "string" && source !== "" ? resolve(cwd, source) : undefined;
}

/**
 * Returns the manifest of a standard plugin. Returns undefined for another version of its schema, and null for any
 * other file.
 */
function readAgentPlugin(directory: string, schema: string, machine: Machine): PluginManifest {
  const path = `${directory}/plugin.json`;
  const value = isFile(path, machine) ? parseJson(readHostSettings(path, machine) ?? "") : undefined;
  const written = isMap(value) ? value["$schema"] : undefined;
  if (typeof written !== "string" || !written.startsWith(schema.replace(/[^/]+\/[^/]+$/, ""))) return null;
  return written === schema && isMap(value) ? value : undefined;
}

/** The rules that apply to a standard plugin. */
const AGENT_PLUGIN = { names: "^(?=.{1,64}$)(?!.*(?:--|\\.\\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$" } as const;

/** Returns switches of skills with names in lower case. */
function lowerCased(switches: unknown): Readonly<Record<string, unknown>> {
  if (!isMap(switches)) return {};
  return Object.fromEntries(Object.entries(switches).map(([name, isOn]) => [name.trim().toLowerCase(), isOn]));
}

function whyNotLoaded(
  id: string,
  directory: string,
  manifest: PluginManifest,
  { needs, names = "^[A-Za-z0-9-]+$", skillSwitches: key }: ExtensionStore,
  { files }: Machine,
): Remark | undefined {
  if (!files.exists(directory))
    return { code: "SK740", text: `the files of extension \`${id}\` are missing: ${directory}` };
  const refused = (text: string): Remark => ({
    code: "SK743",
    text: `the host does not load extension \`${id}\`: ${text}`,
  });
  if (manifest === null) return refused("it has no manifest");
  if (!isMap(manifest)) return refused("its manifest does not parse");
  const missing = needs.find((each) => typeof manifest[each] !== "string" || manifest[each] === "");
  if (missing !== undefined) return refused(`its manifest has no \`${missing}\``);
  if (!new RegExp(names).test(id)) return refused("its manifest has no valid name");
  const switches = key === undefined ? undefined : manifest[key];
  const isWrong = !isMap(switches) || Object.values(switches).some((isOn) => typeof isOn !== "boolean");
  return switches !== undefined && isWrong ? refused(`\`${key}\` of its manifest is not a map of booleans`) : undefined;
}
