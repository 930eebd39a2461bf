/** Reads npm's configuration: the registry of a package, and the credentials for it. */
import { posix, win32 } from "node:path";
import { OperationError } from "../../../model/errors.ts";
import type { Environment } from "../../../platform/environment.ts";
import type { Files } from "../../../platform/files/files.ts";
import { readTextOrReport } from "../../../platform/files/read-text.ts";

export interface NpmRegistry {
  /** The registry's address. It ends with a slash. */
  readonly url: string;
  /** Path of the project's `.npmrc`, if it names this registry. */
  readonly from?: string;
}

export interface NpmConfig {
  /** Returns the configured registry of a package; undefined means npm's default registry. */
  readonly registryOf: (name: string) => NpmRegistry | undefined;
  /** Path of the project's `.npmrc`, if it names a registry but the folder is not trusted. The file is then ignored. */
  readonly unused: string | undefined;
  /** Returns the `Authorization` for a URL, if the user's own file has credentials for the URL's server. */
  readonly authorizationFor: (url: string) => string | undefined;
}

/**
 * Reads the configuration. The environment takes precedence over a trusted project's `.npmrc`, which takes precedence
 * over the user's `.npmrc`. Secrets come only from the user's file.
 */
export function readNpmConfig(
  environment: Environment,
  files: Files,
  trusts: (folder: string) => boolean = () => true,
): NpmConfig {
  const { join, dirname } = environment.platform === "win32" ? win32 : posix;
  const userFile = variable("userconfig", environment) ?? join(environment.home, ".npmrc");
  const user = readFile(userFile, files, environment.variables);
  const projectFile = projectConfig(environment, files);
  const said =
    projectFile === undefined || projectFile === userFile ? new Map<string, string>() : readFile(projectFile, files);
  const namesRegistry = [...said.keys()].some(isRegistryKey);
  const isUsed = projectFile === undefined || !namesRegistry || trusts(dirname(projectFile));
  const project = isUsed ? said : new Map<string, string>();
  return {
    unused: isUsed ? undefined : projectFile,
    registryOf(name) {
      const scoped = name.startsWith("@") ? `${name.slice(0, name.indexOf("/"))}:registry` : undefined;
      for (const key of [scoped, "registry"]) {
        if (key === undefined) continue;
        const typed = variable(key, environment);
        if (typed !== undefined) return { url: checkRegistryUrl(typed) };
        const from = project.get(key);
        if (from !== undefined) return { url: checkRegistryUrl(from), from: projectFile as string };
        const own = user.get(key);
        if (own !== undefined) return { url: checkRegistryUrl(own) };
      }
      return undefined;
    },
    authorizationFor: (url) => authorization(url, user),
  };
}

/**
 * [T10] Returns the registries in the project's own file, each with its key. These registries are used only if the
 * folder is trusted.
 */
export function projectRegistries(
  environment: Environment,
  files: Files,
): { readonly key: string; readonly value: string; readonly path: string }[] {
  const { join } = environment.platform === "win32" ? win32 : posix;
  // The `.npmrc` in this directory is included, because npm reads it as soon as the user adds a package.json here.
  const paths = new Set([projectConfig(environment, files) ?? [], join(environment.cwd, ".npmrc")].flat());
  return [...paths].flatMap((path) =>
    [...readFile(path, files)].flatMap(([key, value]) => (isRegistryKey(key) ? [{ key, value, path }] : [])),
  );
}

function isRegistryKey(key: string): boolean {
  return key === "registry" || key.endsWith(":registry");
}

/** Returns the value of an npm variable. npm accepts its variables in upper and lower case. */
function variable(key: string, { variables }: Environment): string | undefined {
  const name = `npm_config_${key}`.toLowerCase();
  const found = Object.keys(variables).find((each) => each.toLowerCase() === name && variables[each] !== "");
  return found === undefined ? undefined : variables[found];
}

const MAX_LEVELS = 64;

/** Returns the `.npmrc` beside the nearest package.json. */
function projectConfig({ cwd, platform }: Environment, files: Files): string | undefined {
  const { join, dirname } = platform === "win32" ? win32 : posix;
  let directory = cwd;
  for (let level = 0; level < MAX_LEVELS; level++) {
    if (files.exists(join(directory, "package.json"))) return join(directory, ".npmrc");
    if (dirname(directory) === directory) break;
    directory = dirname(directory);
  }
  return undefined;
}

const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * Reads one `.npmrc`. It expands `${NAME}` only if `variables` is set, because a project's file could send variables to
 * any server.
 */
function readFile(path: string, files: Files, variables?: Environment["variables"]): Map<string, string> {
  const entries = new Map<string, string>();
  for (const line of (readTextOrReport(path, MAX_CONFIG_BYTES, "npm's settings are ignored", files) ?? "").split(
    "\n",
  )) {
    const at = line.indexOf("=");
    const key = line.slice(0, Math.max(0, at)).trim();
    if (key === "" || /^[;#]/.test(key)) continue;
    const value = expand(unquote(line.slice(at + 1).trim()), variables);
    if (value !== undefined) entries.set(key, value);
  }
  return entries;
}

function unquote(value: string): string {
  return value.length > 1 && /^["']/.test(value) && value.at(-1) === value[0] ? value.slice(1, -1) : value;
}

function expand(value: string, variables: Environment["variables"] | undefined): string | undefined {
  const names = [...value.matchAll(/\$\{([^${}]*)\}/g)].map((match) => match[1] as string);
  if (names.some((name) => variables?.[name] === undefined)) return undefined;
  return value.replace(/\$\{([^${}]*)\}/g, (_, name: string) => variables?.[name] ?? "");
}

export function checkRegistryUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new OperationError("SK603", "npm's configuration names a registry that is not an https address", {
      hint: "correct `registry` in `.npmrc` or in the variable `npm_config_registry`; put a token into `_authToken`",
    });
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}

/**
 * Returns the `Authorization` for a URL. npm's keys start with the URL without its protocol, as in
 * `//host/path/:_authToken`. The longest matching key wins.
 */
function authorization(text: string, user: ReadonlyMap<string, string>): string | undefined {
  const { host, pathname } = new URL(text);
  for (let path = pathname; ; path = path.slice(0, path.lastIndexOf("/", path.length - 2) + 1)) {
    const place = `//${host}${path.endsWith("/") ? path : `${path}/`}`;
    const token = user.get(`${place}:_authToken`);
    if (token !== undefined) return `Bearer ${token}`;
    const basic = user.get(`${place}:_auth`);
    if (basic !== undefined) return `Basic ${basic}`;
    if (path === "/" || path === "") return undefined;
  }
}
