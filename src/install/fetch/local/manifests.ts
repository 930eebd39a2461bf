/**
 * Reads manifests of plugins and marketplaces. They say which plugins a tree has, and where the skills of the plugins
 * are. Hooks, servers and commands in the manifests are ignored.
 */

import type { Diagnostic, Outcome } from "../../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { isMap, parseJson } from "../../../model/schema.ts";
import { INSTALL_LIMITS } from "../../../model/skills/bundle.ts";
import { checkPath } from "../../../trust/bundle/check-path.ts";
import { showPath } from "../../../trust/bundle/refusal.ts";
import { directoryNotOffered } from "../collect-skills.ts";
import type { Tree } from "../tree.ts";
import { externalSourceText } from "./external-source.ts";

export interface Plugin {
  readonly name: string;
  /** Directories with the plugin's skills. */
  readonly skillPaths: readonly string[];
  /** True for Agent Plugins: every skill is a direct subdirectory of `skills`. */
  readonly flat: boolean;
}

const MARKETPLACES = [
  ".claude-plugin/marketplace.json",
  ".agents/plugins/marketplace.json",
  ".cursor-plugin/marketplace.json",
];
const PLUGINS = [
  ".claude-plugin/plugin.json",
  ".codex-plugin/plugin.json",
  ".cursor-plugin/plugin.json",
  ".plugin/plugin.json",
  ".github/plugin/plugin.json",
  "plugin.json",
];
const AGENT_PLUGIN = /^https:\/\/agent-plugins\.org\/schemas\/1\.\d+\.\d+\/plugin\.schema\.json$/;
const MAX_PLUGINS = 1000;
const MAX_MANIFEST_BYTES = 1024 * 1024;

export const MANIFEST_FILES: readonly string[] = [...MARKETPLACES, ...PLUGINS];

/** Returns true for a path that names a manifest of a plugin or a marketplace. */
export function isManifest(path: string): boolean {
  return path.endsWith(".json") && MANIFEST_FILES.some((file) => path === file || path.endsWith(`/${file}`));
}

/** Returns the plugins of the marketplace at the top, or the tree itself as the only plugin. */
export async function readPlugins(tree: Tree): Promise<Outcome<Plugin[]>> {
  const diagnostics: Diagnostic[] = [];
  const manifests = await readManifests(tree, diagnostics);
  const market = firstOf(MARKETPLACES, manifests);
  if (market === undefined) {
    const plugin = readPlugin("", undefined, manifests, diagnostics);
    return { value: plugin ? [plugin] : [], diagnostics };
  }
  const listed = Array.isArray(market.value["plugins"]) ? market.value["plugins"] : [];
  diagnostics.push(...tooManyEntriesFinding(listed.length, MAX_PLUGINS, "plugins", market.path));
  const entries = listed.slice(0, MAX_PLUGINS);
  const plugins = entries.flatMap((entry) => readEntry(entry, market, manifests, diagnostics) ?? []);
  return { value: plugins, diagnostics };
}

/**
 * Returns the skill directories of all plugins, for a user who wants a tree's skills but not its plugins. Only errors
 * are reported.
 */
export async function pluginSkillPaths(tree: Tree): Promise<Outcome<string[]>> {
  const { value, diagnostics } = await readPlugins(tree);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return { value: value.flatMap(({ skillPaths }) => skillPaths), diagnostics: errors };
}

interface Manifest {
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
}

type Manifests = ReadonlyMap<string, Manifest>;

/** Reads all manifests at once, because each read of a repository starts a program. */
async function readManifests(tree: Tree, diagnostics: Diagnostic[]): Promise<Manifests> {
  const all = tree.entries.filter(({ path, kind }) => kind === "file" && isManifest(path));
  diagnostics.push(...tooManyEntriesFinding(all.length, MAX_PLUGINS, "plugin manifests"));
  const entries = all.slice(0, MAX_PLUGINS);
  const small = entries.filter(({ size }) => size <= MAX_MANIFEST_BYTES);
  const contents = small.length === 0 ? [] : await tree.read(small);
  const values = new Map(small.map((entry, index) => [entry, parseManifest(contents[index] as Uint8Array)]));
  const manifests = new Map<string, Manifest>();
  for (const entry of entries) {
    const value = values.get(entry);
    if (isMap(value)) manifests.set(entry.path, { path: entry.path, value });
    else diagnostics.push(ignoredValue(entry.path, "is not a JSON object", "ask its author"));
  }
  return manifests;
}

function firstOf(paths: readonly string[], manifests: Manifests): Manifest | undefined {
  const path = paths.find((each) => manifests.has(each));
  return path === undefined ? undefined : manifests.get(path);
}

/** Reads one entry of a marketplace. The entry is a plugin in the same tree, or a plugin with another source. */
function readEntry(
  entry: unknown,
  market: Manifest,
  manifests: Manifests,
  diagnostics: Diagnostic[],
): Plugin | undefined {
  const name = isMap(entry) ? pluginName(entry["name"]) : undefined;
  if (!isMap(entry) || name === undefined) {
    diagnostics.push(ignoredValue(market.path, "has a plugin without a usable name", "ask its author"));
    return undefined;
  }
  const { source } = entry;
  if (typeof source !== "string") {
    const text = externalSourceText(source);
    const help =
      text === undefined
        ? "plugins from this kind of source cannot be installed"
        : `add it by itself: \`plugin:${text}\``;
    diagnostics.push(directoryNotOffered(name, "is a plugin from another source", help));
    return undefined;
  }
  const { metadata } = market.value;
  const root = isMap(metadata) && typeof metadata["pluginRoot"] === "string" ? `${metadata["pluginRoot"]}/` : "";
  const place = declaredSkillPaths([`${root}${source.replace(/^\.\//, "")}`], market.path);
  diagnostics.push(...place.diagnostics);
  const directory = place.value[0];
  if (directory === undefined) return undefined;
  if (entry["skills"] === undefined) return readPlugin(directory, name, manifests, diagnostics);
  const declared = declaredSkillPaths([entry["skills"]].flat(), market.path);
  diagnostics.push(...declared.diagnostics);
  return { name, skillPaths: declared.value.map((each) => within(directory, each)), flat: false };
}

/**
 * Reads the plugin's `skills` and the directories in its manifest. If there is no manifest, the marketplace entry is
 * enough.
 */
function readPlugin(
  directory: string,
  listed: string | undefined,
  manifests: Manifests,
  diagnostics: Diagnostic[],
): Plugin | undefined {
  const paths = PLUGINS.map((path) => within(directory, path));
  const manifest = paths.map((path) => manifests.get(path)).find((each) => each !== undefined && isPlugin(each));
  const name = pluginName(manifest?.value["name"]) ?? listed;
  if (name === undefined) {
    if (manifest) diagnostics.push(ignoredValue(manifest.path, "has no usable name", "ask its author"));
    return undefined;
  }
  const flat = manifest !== undefined && isAgentPlugin(manifest);
  const declared = flat ? [] : [manifest?.value["skills"]].flat();
  const places = declaredSkillPaths(["skills", ...declared], manifest?.path ?? directory);
  diagnostics.push(...places.diagnostics);
  return { name, skillPaths: places.value.map((each) => within(directory, each)), flat };
}

/**
 * Returns true if a manifest is for a plugin of agents. Other tools use the name plugin.json too, so the file's
 * directory or schema decides.
 */
function isPlugin(manifest: Manifest): boolean {
  return OWN_DIRECTORY.test(manifest.path) || isAgentPlugin(manifest);
}

const OWN_DIRECTORY = /(?:-plugin|\.plugin|\.github\/plugin)\/plugin\.json$/;

function isAgentPlugin({ path, value }: Manifest): boolean {
  const schema = value["$schema"];
  return !OWN_DIRECTORY.test(path) && typeof schema === "string" && AGENT_PLUGIN.test(schema);
}

function pluginName(value: unknown): string | undefined {
  return typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(value) && !value.endsWith(".")
    ? value
    : undefined;
}

function within(directory: string, path: string): string {
  return directory === "" || path === "" ? directory + path : `${directory}/${path}`;
}

// Finds the skill directories that a package.json declares.

const MAX_DECLARED = 200;

/** Reads `skills`, `agents.skills` and `pi.skills`: a path, or a list of paths or of objects with a `path`. */
export function packageSkillPaths(manifest: unknown, file: string): Outcome<string[]> {
  if (!isMap(manifest)) return { value: [], diagnostics: [] };
  const { skills, agents, pi } = manifest;
  const lists = [skills, isMap(agents) ? agents["skills"] : undefined, isMap(pi) ? pi["skills"] : undefined];
  return declaredSkillPaths(lists.flat(), file);
}

/** Returns relative paths without `./`. Reports SK608 for other values. */
function declaredSkillPaths(declared: readonly unknown[], file: string): Outcome<string[]> {
  const value: string[] = [];
  const diagnostics: Diagnostic[] = [];
  diagnostics.push(...tooManyEntriesFinding(declared.length, MAX_DECLARED, "skill directories", file));
  for (const each of declared.slice(0, MAX_DECLARED)) {
    if (each === undefined) continue;
    const path = isMap(each) ? each["path"] : each;
    const place = typeof path === "string" ? path.replace(/^\.\/|\/$/g, "").replace(/\/SKILL\.md$/i, "") : undefined;
    if (place === "" || place === ".") value.push("");
    else if (place !== undefined && checkPath(place, INSTALL_LIMITS) === undefined) value.push(place);
    else
      diagnostics.push(ignoredValue(file, `declares skills at ${shown(path)}, which is not a path inside the source`));
  }
  return { value, diagnostics };
}

function shown(value: unknown): string {
  return typeof value === "string" ? `\`${showPath(value)}\`` : "a value that is not a string";
}

/** Reports that only the first `max` entries are used. This is an error, because skills may be missing. */
export function tooManyEntriesFinding(count: number, max: number, what: string, file?: string): Diagnostic[] {
  if (count <= max) return [];
  const has = file === undefined ? "the source has" : `\`${file}\` declares`;
  return [
    diagnostic("SK642", {
      path: file,
      message: `${has} ${count} ${what}, and only the first ${max} are read: ${count - max} not considered`,
      help: "name a directory of the source nearer to the skills",
    }),
  ];
}

/** Reports an ignored value of a manifest. */
function ignoredValue(
  file: string,
  what: string,
  help = "ask its author; only paths inside the source are used",
): Diagnostic {
  return diagnostic("SK608", { path: file, message: `\`${file}\` ${what}`, help });
}

/** Parses untrusted JSON. Returns undefined if the JSON is invalid. */
export function parseManifest(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_MANIFEST_BYTES) return undefined;
  const text = Buffer.from(bytes).toString("utf8");
  return parseJson(text.replace(/^\ufeff/, ""));
}
