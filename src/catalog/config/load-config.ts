/**
 * Loads the configuration of a working directory, lowest precedence first: the administrator's and the user's files,
 * the file of a trusted project, the environment, the caller's options.
 */
import { skillwright } from "../../hosts/profiles/skillwright.ts";
import { findProjectRoot } from "../../hosts/roots/resolve-roots.ts";
import type { Diagnostic, Outcome } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { Namer } from "../../model/skills/root.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { type Environment, platformDirectories } from "../../platform/environment.ts";
import { entryExists, type Files } from "../../platform/files/files.ts";
import { directoryProblem, readProblem } from "../../platform/files/read-text.ts";
import { reportDecisions } from "../../trust/folders/decisions.ts";
import { isTrusted, readTrustStore, storeInsideProject, vouchesFor } from "../../trust/folders/vouch-for-root.ts";
import { AGENT_KEYS } from "./agent-keys.ts";
import { type Config, type Layer, type LayerValue, mergedValue, mergeLayers } from "./config.ts";
import { CONFIG_KEYS, describeWrongValue, TYPE_NAMES } from "./keys.ts";
import type { McpSetting } from "./mcp-servers.ts";
import { type ConfigKey, checkValue, checkVariable } from "./values.ts";

/**
 * `store`: folders that the user has trusted. `all`: every folder. A function: the caller decides about a project root.
 */
export type TrustOption = "store" | "all" | ((projectRoot: string) => boolean);

export interface ConfigOptions {
  readonly environment: Environment;
  readonly files: Files;
  readonly cwd: string;
  /** False if configuration files and variables are ignored. */
  readonly ambient: boolean;
  readonly trust: TrustOption;
  /** Values of the caller that override every file. The keys are as in a file. */
  readonly overrides: Readonly<Record<string, unknown>>;
}

export interface LoadedConfig {
  readonly config: Config;
  /** The profile of the host that the configuration names. */
  readonly profile: HostProfile;
  readonly projectRoot: string;
  readonly trusted: boolean;
  /** Returns true for a folder that the user trusts, in this project or elsewhere. */
  readonly trusts: (folder: string) => boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export async function loadConfig(options: ConfigOptions): Promise<LoadedConfig> {
  const { environment, files, cwd, ambient } = options;
  const overrides = readOverrides(options.overrides);
  const flags = overrides.value;
  if (!ambient) {
    const config = mergeLayers([flags]);
    const trusts = options.trust === "store" ? () => false : trustIn(cwd, options, []);
    const profile = await chooseProfile(config.host, options);
    return { config, profile, projectRoot: cwd, trusted: trusts(cwd), trusts, diagnostics: overrides.diagnostics };
  }
  const diagnostics: Diagnostic[] = [...overrides.diagnostics];
  const directories = platformDirectories(environment);
  const { admin: adminDirectory } = directories;
  const admin = await readFile(
    { directory: adminDirectory, base: adminDirectory, namedBy: "admin" },
    options,
    diagnostics,
  );
  const variables = readEnvironmentLayer(environment);
  const markers = rootMarkers([admin, variables.value, flags]);
  const user = await readUser(directories.config, markers, options, diagnostics);
  diagnostics.push(...variables.diagnostics);
  const before = [admin, ...user, variables.value, flags];
  const projectRoot = findProjectRoot(cwd, rootMarkers(before), files, environment);
  const trusts = trustIn(projectRoot, options, diagnostics);
  const trusted = trusts(projectRoot);
  const project = await readFile(
    { directory: `${projectRoot}/.skillwright`, base: projectRoot, namedBy: "project", trusted },
    options,
    diagnostics,
  );
  const { layer: shared, servers } = withoutPersonal(project, diagnostics);
  const hosts = await readHost(mergedValue("host", before), options);
  const layers = [admin, ...hosts, ...user, shared, variables.value, flags];
  const config = mergeLayers(layers);
  const profile = await chooseProfile(config.host, options);
  const about = { profile, projectRoot, trusted, trusts, diagnostics };
  if (servers === undefined) return { config, ...about };
  const { readProjectServers } = await import("./read-project-servers.ts");
  return {
    config: { ...config, projectServers: readProjectServers(servers, projectRoot, config, diagnostics) },
    ...about,
  };
}

function rootMarkers(layers: readonly Layer[]): readonly string[] {
  return mergedValue("project_root_markers", layers);
}

/**
 * Reads the user's file, and two files of pickle-bot with lower precedence. Files in a directory inside of a project
 * have an effect only if the project is trusted.
 */
async function readUser(
  directory: string,
  markers: readonly string[],
  options: ConfigOptions,
  diagnostics: Diagnostic[],
): Promise<Layer[]> {
  const layers: Layer[] = [];
  const place = { directory, base: directory, namedBy: "user", trusted: isUsers(directory, markers, options) } as const;
  for (const name of ["config.system.yaml", "config.user.yaml", "config.yaml"])
    layers.push(await readFile({ ...place, name }, options, diagnostics));
  return layers;
}

/**
 * Returns true if a configuration directory belongs to the user. It does if it is in the home, outside of the project,
 * or in a trusted project. An environment variable may have moved the directory into a project.
 */
function isUsers(directory: string, markers: readonly string[], options: ConfigOptions): boolean {
  const { environment, files, cwd } = options;
  if (isInside(directory, environment.home)) return true;
  const projectRoot = findProjectRoot(cwd, markers, files, environment);
  const ground = { projectRoot, home: environment.home, files, trusts: trustIn(projectRoot, options, []) };
  return vouchesFor({ namedBy: "environment", namedIn: directory, path: directory }, ground);
}

/**
 * Returns the profile of a host by name, with an optional version (default: the installed version). Other profiles are
 * loaded on demand.
 */
async function chooseProfile(
  name: string,
  { environment, files }: Pick<ConfigOptions, "environment" | "files">,
): Promise<HostProfile> {
  if (name === skillwright.name) return skillwright;
  const { findProfile, suggestProfiles } = await import("../../hosts/profiles/profiles.ts");
  const profile = findProfile(name);
  if (profile && !name.includes("@")) {
    const { installedProfile } = await import("../../hosts/profiles/versions.ts");
    return installedProfile(profile, environment, files);
  }
  if (profile) return profile;
  throw new OperationError("SK305", `there is no host profile \`${name}\``, { hint: suggestProfiles(name) });
}

/** Reads the agent settings in a host's own files, and ignores everything else in them. */
async function readHost(host: string, options: ConfigOptions): Promise<Layer[]> {
  const { settings } = await chooseProfile(host, options);
  if (settings === undefined) return [];
  const directory = settings.directory.replace(/^~/, options.environment.home);
  const layers: Layer[] = [];
  for (const name of settings.files) {
    const layer = await readFile({ directory, base: directory, name, namedBy: "user" }, options, []);
    const values = new Map([...layer.values].filter(([key]) => AGENT_KEYS.some((each) => each.key === key)));
    layers.push({ ...layer, values });
  }
  return layers;
}

/**
 * Returns a function that tells whether a folder is trusted. The project's trust is looked up once; the trust of other
 * folders is looked up on demand.
 */
function trustIn(
  projectRoot: string,
  { trust, environment, files }: ConfigOptions,
  diagnostics: Diagnostic[],
): (folder: string) => boolean {
  const answer = trust === "store" ? storeAnswer(projectRoot, { environment, files }, diagnostics) : trust;
  if (answer === "all") return () => true;
  const trusted = answer(projectRoot);
  // If the home itself is the project, trust in the home does not cover clones and archives of other people in it.
  const covers = (folder: string): boolean => projectRoot !== environment.home || isOwnOfHome(folder, projectRoot);
  // A function of the caller decides only about whole projects. The trust store also decides about single folders of a
  // project.
  const inside = trust === "store" ? answer : () => false;
  return (folder) => (isInside(folder, projectRoot) ? (trusted && covers(folder)) || inside(folder) : answer(folder));
}

/**
 * Returns true for the home and its hidden directories, such as `~/.claude`, but not for a project's `.claude` in a
 * subdirectory.
 */
function isOwnOfHome(folder: string, home: string): boolean {
  return isInside(folder, home) && /^(?:[\\/]\.[^\\/]+)?$/.test(folder.slice(home.length));
}

function storeAnswer(
  projectRoot: string,
  { environment, files }: Pick<ConfigOptions, "environment" | "files">,
  diagnostics: Diagnostic[],
): (folder: string) => boolean {
  const { home } = environment;
  const store = readTrustStore(platformDirectories(environment).config, files);
  diagnostics.push(...reportDecisions(store, "no folder is trusted"));
  const doubt = storeInsideProject(store, projectRoot, home);
  if (doubt) diagnostics.push(doubt);
  return (folder) =>
    doubt === undefined && storeInsideProject(store, folder, home) === undefined && isTrusted(folder, store, home);
}

/** Drops keys that only the user may set. For example, a project must not choose where files are written. */
function withoutPersonal(
  layer: Layer,
  diagnostics: Diagnostic[],
): { readonly layer: Layer; readonly servers?: LayerValue } {
  const kept = new Map(layer.values);
  for (const { key } of CONFIG_KEYS.filter(({ personal }) => personal)) {
    const from = kept.get(key)?.from;
    if (from === undefined) continue;
    kept.delete(key);
    diagnostics.push(notForProjects(key, from));
  }
  const servers = kept.get("mcp");
  kept.delete("mcp");
  const rest = { ...layer, values: kept };
  return servers
    ? { layer: rest, servers: { ...servers, value: withoutSkills(servers, diagnostics) } }
    : { layer: rest };
}

/**
 * Drops the key `skills` of a project's MCP servers. Only the user may enable that key, because every command would
 * start the server.
 */
function withoutSkills({ value, from }: LayerValue, diagnostics: Diagnostic[]): Readonly<Record<string, McpSetting>> {
  const servers = Object.entries(value as Readonly<Record<string, McpSetting>>);
  for (const [name, { skills = false }] of servers)
    if (skills !== false) diagnostics.push(notForProjects(`mcp.${name}.skills`, from));
  return Object.fromEntries(servers.map(([name, { skills: _, ...server }]) => [name, server]));
}

function notForProjects(key: string, from: string): Diagnostic {
  return diagnostic("SK033", {
    path: from.replace(/:\d+$/, ""),
    message: `\`${key}\` is not used: a project's configuration cannot set it`,
    help: "set it in your own configuration",
  });
}

const MAX_CONFIG_BYTES = 1_000_000;

async function readFile(
  place: { directory: string; base: string; namedBy: Namer; name?: string; trusted?: boolean },
  { files, environment }: ConfigOptions,
  diagnostics: Diagnostic[],
): Promise<Layer> {
  const { namedBy, directory: namedIn } = place;
  const nothing: Layer = { values: new Map(), namedBy, namedIn };
  const path = `${namedIn}/${place.name ?? "config.yaml"}`;
  if (diagnostics.some((each) => each.code === "SK030" && each.path === namedIn)) return nothing;
  const broken = namedBy === "project" || place.trusted === false ? undefined : directoryProblem(namedIn, files);
  if (broken !== undefined) {
    diagnostics.push(unreadableDirectory(namedIn, broken));
    return nothing;
  }
  let text: string;
  try {
    // Most configuration files do not exist. `stamp` detects this thirty times as fast as a failed read.
    if (files.stamp(path) === undefined) return nothing;
    if (place.trusted === false) {
      diagnostics.push(untrustedFile(path, namedBy));
      return nothing;
    }
    text = Buffer.from(files.readFile(path, MAX_CONFIG_BYTES)).toString("utf8");
  } catch (error) {
    const problem = readProblem(error);
    if (place.trusted !== false && entryExists(path, files))
      diagnostics.push(
        diagnostic("SK030", {
          path,
          message: `the configuration cannot be read (${problem}); until it can, every skill is withheld`,
          help: "check the file and its permissions, then run `skillwright config`",
        }),
      );
    return nothing;
  }
  const { readConfigFile } = await import("./read-layer.ts");
  const layer = readConfigFile({ path, text, base: place.base, home: environment.home, namedBy });
  diagnostics.push(...layer.diagnostics);
  return layer.value;
}

/** Reports an unreadable directory once instead of every file in it. */
function unreadableDirectory(directory: string, problem: string): Diagnostic {
  return diagnostic("SK030", {
    path: directory,
    message: `the configuration directory \`${directory}\` cannot be read (${problem}); until it can, every skill is withheld`,
    help: "make it a directory that you can read, then run `skillwright doctor`",
  });
}

/** Drops diagnostics about files in a directory if the directory itself has a diagnostic. */
export function omitFindingsBelowBrokenDirectories(
  diagnostics: readonly Diagnostic[],
  environment: Environment,
): readonly Diagnostic[] {
  const { config, admin } = platformDirectories(environment);
  const broken = [config, admin].filter((each) =>
    diagnostics.some(({ code, path }) => code === "SK030" && path === each),
  );
  if (broken.length === 0) return diagnostics;
  return diagnostics.filter(({ path = "" }) => !broken.some((each) => path !== each && isInside(path, each)));
}

function untrustedFile(path: string, namedBy: Namer): Diagnostic {
  return diagnostic("SK033", {
    path,
    message: `the ${namedBy === "project" ? "project's" : "moved"} configuration is not used, because the folder is not trusted`,
    help: "review the file, then run `skillwright trust`",
  });
}

// The configuration layers that are not files: the environment, and the caller's values.

/** Returns the layer of `SKILLWRIGHT_*` variables. */
function readEnvironmentLayer({ variables, platform }: Environment): Outcome<Layer> {
  const values = new Map<string, LayerValue>();
  const diagnostics: Diagnostic[] = [];
  for (const known of CONFIG_KEYS) {
    const name = variableName(known);
    const text = name === undefined ? undefined : variables[name];
    if (name === undefined || text === undefined || text === "") continue;
    const value = checkVariable(known.type, text, platform === "win32" ? ";" : ":");
    if (value !== undefined) values.set(known.key, { value, from: `$${name}` });
    else {
      const { code, message } = describeWrongValue(known, `$${name}`);
      diagnostics.push(diagnostic(code, { message, help: "correct or unset the variable" }));
    }
  }
  return { value: { values, namedBy: "environment" }, diagnostics };
}

/**
 * Returns the layer of a caller or the command line. Keys are as in a file, nested or with dots, and the same checks
 * apply.
 */
function readOverrides(overrides: Readonly<Record<string, unknown>>): Outcome<Layer> {
  const values = new Map<string, LayerValue>();
  const diagnostics: Diagnostic[] = [];
  for (const [key, given] of flatten(overrides, "")) {
    const known = CONFIG_KEYS.find((each) => each.key === key);
    const value = known ? checkValue(known.type, given) : undefined;
    if (known && value !== undefined) values.set(key, { value, from: "the command line" });
    else if (known) {
      const { code, message } = describeWrongValue(known, key);
      diagnostics.push(diagnostic(code, { message, help: `pass ${TYPE_NAMES[known.type]}` }));
    } else
      diagnostics.push(
        diagnostic("SK031", {
          message: `\`${key}\` is not a configuration key`,
          help: "`skillwright config` lists the keys",
        }),
      );
  }
  return { value: { values, namedBy: "caller" }, diagnostics };
}

function* flatten(map: Readonly<Record<string, unknown>>, prefix: string): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(map)) {
    const key = prefix + name;
    const group = CONFIG_KEYS.some((each) => each.key.startsWith(`${key}.`));
    if (group && typeof value === "object" && value !== null)
      yield* flatten(value as Record<string, unknown>, `${key}.`);
    else yield [key, value];
  }
}

/** Converts `limits.max_depth` into `SKILLWRIGHT_LIMITS_MAX_DEPTH`. Maps and lists of maps have no variable. */
export function variableName({ key, type, fileOnly }: ConfigKey): string | undefined {
  return fileOnly || type === "map" || type === "servers" || type === "severities" || type === "suppressions"
    ? undefined
    : `SKILLWRIGHT_${key.toUpperCase().replaceAll(".", "_")}`;
}
