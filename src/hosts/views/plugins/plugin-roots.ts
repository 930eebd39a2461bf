/**
 * Returns the skill and command directories of a plugin. For a disabled plugin, each directory has the reason why it is
 * disabled.
 */

import { resolve } from "node:path";
import type { PluginRule } from "../../../model/host-plugins.ts";
import type { HostProfile, RootTemplate } from "../../../model/host-profile.ts";
import { isMap, parseJson, stringsOf } from "../../../model/schema.ts";
import { isInside } from "../../../model/text/is-inside.ts";
import { parentPath } from "../../../model/text/text.ts";
import { findProjectRoot } from "../../roots/resolve-roots.ts";
import { readHostSettings } from "../habits/read-settings.ts";
import type { Machine, Remark, SettingsFile, ViewRoot } from "../host-view.ts";
import { viewRoot } from "../steps/view-roots.ts";
import { followPath } from "../steps/walked-directory.ts";
import { type HostPlugin, pluginName } from "./plugin.ts";

/** Maximum number of paths in one manifest. */
const MAX_PATHS = 200;

export function pluginRoots(plugin: HostPlugin, rule: PluginRule, profile: HostProfile, machine: Machine): ViewRoot[] {
  const { directory } = plugin;
  if (directory === undefined || !machine.files.exists(directory)) return [];
  const manifest = plugin.agentPlugin ?? readPluginManifest(directory, rule, machine);
  const name = nameOf(manifest, plugin);
  const off = plugin.off ?? manifestTrouble(manifest, plugin.id, rule);
  const place = (path: string, kind: ViewRoot["kind"] = "skills") => ({
    path,
    label: path,
    namespace: rule.prefix === "plugin" && !(rule.bareCommands && kind === "commands") ? `${name}:` : "",
    ...pluginNamer(path, plugin.from, machine),
  });
  const root = (template: Omit<RootTemplate, "scope" | "path">, path: string): ViewRoot => ({
    ...viewRoot({ scope: "plugin", path, ...template }, place(path, template.kind), profile, machine.files),
    namedFrom: plugin.from.path,
    named: true,
    plugin: plugin.id,
    ...(plugin.skillSwitches ? { skillSwitches: plugin.skillSwitches } : {}),
    ...(off ? { off } : {}),
    ...(plugin.remark ? { remark: plugin.remark } : {}),
  });
  if (plugin.agentPlugin) return [root(STANDARD_SKILLS, `${directory}/skills`)];
  return [
    ...commandRoots(directory, manifest, rule, profile, root, machine),
    ...skillRoots(directory, manifest, plugin, rule, root, machine),
  ];
}

type MakeRoot = (template: Omit<RootTemplate, "scope" | "path">, path: string) => ViewRoot;

/** The content of a manifest; undefined if it does not parse, null if it is missing. */
export type PluginManifest = Readonly<Record<string, unknown>> | null | undefined;

export function readPluginManifest(
  directory: string,
  { manifests, store }: PluginRule,
  machine: Machine,
): PluginManifest {
  const path = manifests.map((each) => `${directory}/${each}`).find((each) => isFile(each, machine));
  if (path === undefined) return null;
  const text = readHostSettings(path, machine) ?? "";
  // Hosts with extensions do not accept a byte order mark.
  const value = parseJson(store.kind === "extensions" ? text : text.replace(/^\ufeff/, ""));
  return isMap(value) ? value : undefined;
}

/** Returns true if a path is a file, or a symlink to a file. */
export function isFile(path: string, { files }: Machine): boolean {
  return files.exists(path) && files.stat(path).kind === "file";
}

function nameOf(manifest: PluginManifest, { id }: HostPlugin): string {
  const name = manifest?.["name"];
  return typeof name === "string" && name !== "" ? name : pluginName(id);
}

/** Returns why the manifest makes the host reject the whole plugin. */
function manifestTrouble(manifest: PluginManifest, id: string, rule: PluginRule): Remark | undefined {
  const refused = (text: string): Remark => ({
    code: "SK743",
    text: `the host does not load plugin \`${id}\`: ${text}`,
  });
  if (manifest === null) return rule.withoutManifest === "rejected" ? refused("it has no manifest") : undefined;
  if (manifest === undefined) return refused("its manifest does not parse");
  if (rule.strayPath !== "rejects-plugin") return undefined;
  const { name } = manifest;
  if (typeof name !== "string" || name === "" || /\s/.test(name)) return refused("its manifest has no valid name");
  for (const key of ["skills", "commands"]) {
    const value = manifest[key];
    if (value === undefined || (key === "commands" && isMap(value))) continue;
    const paths = typeof value === "string" ? [value] : value;
    if (!Array.isArray(paths)) return refused(`\`${key}\` of its manifest is not a path`);
    const stray = paths.find((path) => typeof path !== "string" || isStray(path));
    if (stray !== undefined)
      return refused(`\`${key}\` of its manifest has a path that leaves the plugin, or does not begin with \`./\``);
  }
  return undefined;
}

function isStray(path: string): boolean {
  return !path.startsWith("./") || !isInside(resolve("/plugin", path), "/plugin");
}

/**
 * Returns who names a plugin's directory. A plugin in the project belongs to the project, even if another file records
 * it.
 */
export function pluginNamer(
  directory: string,
  { namedBy, namedIn }: SettingsFile,
  { cwd, files, environment }: Machine,
): Pick<SettingsFile, "namedBy" | "namedIn"> {
  const project = findProjectRoot(cwd, [".git"], files, environment);
  const real = followPath(directory, files) ?? directory;
  const home = followPath(environment.home, files) ?? environment.home;
  const isOwn = isInside(home, project) || !isInside(real, project);
  return isOwn ? { namedBy, namedIn } : { namedBy: "project", namedIn: directory };
}

function skillRoots(
  directory: string,
  manifest: PluginManifest,
  { skills = [] }: HostPlugin,
  rule: PluginRule,
  root: MakeRoot,
  machine: Machine,
): ViewRoot[] {
  const named = rule.listed === undefined ? [] : pathsIn(manifest?.["skills"], rule);
  const listed = [...named, ...skills.filter((path) => !isStray(path))];
  const own = rule.listed === "instead" && listed.length > 0 ? [] : ["./skills"];
  const paths = [...new Set([...own, ...(rule.also ?? []), ...listed].map((path) => resolve(directory, path)))];
  const roots = paths.map((path) =>
    root(isFile(`${path}/SKILL.md`, machine) && path !== `${directory}/skills` ? ONE_SKILL : {}, path),
  );
  if (!rule.ownSkill || listed.length > 0 || machine.files.exists(`${directory}/skills`)) return roots;
  return isFile(`${directory}/SKILL.md`, machine) ? [...roots, root(OWN_SKILL, directory)] : roots;
}

/** The rules for skills that must follow the specification, and must be in the plugin. */
const STANDARD_SKILLS = {
  walk: { directoryLinks: "inside", fileLinks: "inside", opensDirectly: false },
  naming: { pattern: "^(?!.*--)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$", max: 64, equalsDirectory: true, broken: "rejected" },
  description: { max: 1024, tooLong: "rejected" },
} as const;
const ONE_SKILL = { walk: { depth: 0, atRoot: "alone" } } as const;
const OWN_SKILL = {
  ...ONE_SKILL,
  naming: { from: "frontmatter-or-directory", replaced: ["[^A-Za-z0-9_-]", "-"] },
} as const;

function pathsIn(value: unknown, { strayPath }: PluginRule): string[] {
  return stringsOf(value)
    .filter((path) => strayPath === "read" || !isStray(path))
    .slice(0, MAX_PATHS);
}

function commandRoots(
  directory: string,
  manifest: PluginManifest,
  rule: PluginRule,
  { roots }: HostProfile,
  root: MakeRoot,
  machine: Machine,
): ViewRoot[] {
  const { commandDialect: dialect } = rule;
  if (dialect === undefined) return [];
  const { walk, naming, description } = roots.find((each) => each.dialect === dialect) ?? {};
  const rules = { ...(walk ? { walk } : {}), ...(naming ? { naming } : {}), ...(description ? { description } : {}) };
  const template = { kind: "commands", dialect, ...rules } as const;
  const written = manifest?.["commands"];
  if (written === undefined) return [root(template, `${directory}/commands`)];
  return pathsIn(written, rule).map((each) => {
    const path = resolve(directory, each);
    if (!isFile(path, machine)) return root(template, path);
    const parent = parentPath(path);
    return { ...root(template, parent), only: [path.slice(parent.length + 1)] };
  });
}
