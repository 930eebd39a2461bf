/**
 * Reads the settings files of a profile, lowest precedence first. If the host ignores a file, the result has no
 * settings of the file, only the reason.
 */
import { dirname } from "node:path";
import { parse, TomlError } from "smol-toml";
import type { SettingsLayer } from "../../../model/host-plugins.ts";
import type { HostProfile } from "../../../model/host-profile.ts";
import { isMap, parseJson } from "../../../model/schema.ts";
import { parseJsonc } from "../../../model/text/data-formats/parse-jsonc.ts";
import { findProjectRoot } from "../../roots/resolve-roots.ts";
import { directoryAndParents, expandPath, type TemplateContext, templateNamer } from "../../roots/templates.ts";
import { readHostSettings, settingAt } from "../habits/read-settings.ts";
import type { Machine, SettingsContent, SettingsFile } from "../host-view.ts";
import { listDirectory } from "../steps/walked-directory.ts";
import { wrongSetting } from "./setting-types.ts";
import { trustsFolder } from "./trusts-folder.ts";

export function readLayers(profile: HostProfile, machine: Machine): SettingsContent[] {
  const found: SettingsContent[] = [];
  for (const layer of profile.configuration?.layers ?? [])
    if (!layer.trusted || trustsFolder(profile, machine, found))
      for (const file of filesOf(layer, profile, machine))
        if (!found.some(({ path }) => path === file.path)) found.push(...readLayer(file, profile, machine));
  return found;
}

/** Why a file is not valid: its JSON is not a map. */
export const NOT_A_MAP = "it is not a map";

/** Returns the content of a settings file; an empty list if the file is missing or has no effect. */
function readLayer(file: SettingsFile, { configuration }: HostProfile, machine: Machine): SettingsContent[] {
  const text = readHostSettings(file.path, machine);
  if (text === undefined || machine.honours?.(file) === false) return [];
  const settings = parseSettings(text, file.path, configuration);
  if (settings === undefined) return [{ ...file, settings: {}, invalid: "it does not parse" }];
  if (settings === null) return [{ ...file, settings: {}, invalid: NOT_A_MAP }];
  const wrong = wrongSetting(settings, configuration?.types ?? {});
  return [wrong === undefined ? { ...file, settings } : { ...file, settings: {}, invalid: wrong }];
}

/** Returns the value under a path such as `a.b`, from the last layer that has a value there. */
export function lastSetting(layers: readonly SettingsContent[], key: string): unknown {
  return layers.map(({ settings }) => settingAt(settings, key)).findLast((value) => value !== undefined);
}

/** Maximum files of one layer; a stranger's directory may have many. */
const MAX_FILES = 100;

function filesOf(
  { path: written, elsewhere, notAtHome }: SettingsLayer,
  profile: HostProfile,
  machine: Machine,
): SettingsFile[] {
  const { environment, files, cwd } = machine;
  const projectRoot =
    profile.projectMarkers.length > 0 ? findProjectRoot(cwd, profile.projectMarkers, files, environment) : cwd;
  const place: TemplateContext = { environment, files, cwd, projectRoot };
  const here = environment.platform === "linux" ? written : (elsewhere?.[environment.platform] ?? written);
  const namedBy = templateNamer({ scope: here.startsWith("/") ? "admin" : "user", path: here }, place);
  const paths = here.startsWith("{project}/")
    ? directoryAndParents(cwd, projectRoot, environment)
        .reverse()
        .map((directory) => directory + here.slice("{project}".length))
    : [expandPath(here, place).path];
  if (notAtHome && projectRoot === environment.home) return [];
  return paths
    .flatMap((path) => (path.includes("*") ? matching(path, machine) : [path]))
    .map((path) => ({ path, namedBy, namedIn: dirname(path) }));
}

/** Expands `directory/*.json` to the existing files. */
function matching(pattern: string, { files }: Machine): string[] {
  const directory = dirname(pattern);
  const ending = pattern.slice(pattern.lastIndexOf("*") + 1);
  const { files: names, links } = listDirectory(directory, files);
  return [...names, ...links]
    .filter((name) => name.endsWith(ending) && !name.startsWith("."))
    .sort()
    .slice(0, MAX_FILES)
    .map((name) => `${directory}/${name}`);
}

/** Returns the settings. Returns undefined if the text does not parse, and null if it is not a map. */
function parseSettings(
  text: string,
  path: string,
  rule: HostProfile["configuration"],
): Readonly<Record<string, unknown>> | null | undefined {
  if (path.endsWith(".toml")) return parseToml(text);
  const value = rule?.comments ? parseJsonc(text, rule) : parseJson(text.replace(/^\ufeff/, ""));
  if (text.trim() === "" && !rule?.strict) return {};
  if (value === undefined) return undefined;
  return isMap(value) ? value : null;
}

function parseToml(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}
