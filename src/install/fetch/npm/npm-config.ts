/** npm's own configuration, as far as it says which registry has a package, and who one is there. */
import { posix, win32 } from "node:path";
import { OperationError } from "../../../model/errors.ts";
import type { Environment } from "../../../platform/environment.ts";
import type { Files } from "../../../platform/files/files.ts";
import { readTextIfReadable } from "../../../platform/files/read-text.ts";

export interface Registry {
  /** With a slash at the end. */
  readonly url: string;
  /** The project's file, if it names the registry. */
  readonly from?: string;
}

export interface NpmConfig {
  /** Undefined where nobody says: then it is npm's own default. */
  readonly registryOf: (name: string) => Registry | undefined;
  /** The project's file if it names a registry and is not used, because its folder is not trusted. */
  readonly unused: string | undefined;
  /** The `Authorization` for a URL, where the user's own file has one for its server. */
  readonly authorizationFor: (url: string) => string | undefined;
}

/** The environment before a trusted project's `.npmrc` before the user's; secrets from the user's alone. */
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
        if (typed !== undefined) return { url: checkUrl(typed) };
        const from = project.get(key);
        if (from !== undefined) return { url: checkUrl(from), from: projectFile as string };
        const own = user.get(key);
        if (own !== undefined) return { url: checkUrl(own) };
      }
      return undefined;
    },
    authorizationFor: (url) => authorization(url, user),
  };
}

/** [T10] The registries that the project's own file names, each with its key. They are used if the folder is trusted. */
export function projectRegistries(environment: Environment, files: Files): [key: string, url: string][] {
  const path = projectConfig(environment, files);
  return path === undefined ? [] : [...readFile(path, files)].filter(([key]) => isRegistryKey(key));
}

function isRegistryKey(key: string): boolean {
  return key === "registry" || key.endsWith(":registry");
}

/** npm takes its variables in any case. */
function variable(key: string, { variables }: Environment): string | undefined {
  const name = `npm_config_${key}`.toLowerCase();
  const found = Object.keys(variables).find((each) => each.toLowerCase() === name && variables[each] !== "");
  return found === undefined ? undefined : variables[found];
}

const MAX_LEVELS = 64;

/** The `.npmrc` beside the nearest package.json. */
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

/** `${NAME}` stands for a variable only where they are given: a project's file could send them anywhere. */
function readFile(path: string, files: Files, variables?: Environment["variables"]): Map<string, string> {
  const entries = new Map<string, string>();
  for (const line of (readTextIfReadable(path, MAX_CONFIG_BYTES, files) ?? "").split("\n")) {
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

export function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new OperationError("SK603", "npm's configuration names a registry that is no https address", {
      hint: "correct `registry` in `.npmrc` or in the variable `npm_config_registry`; put a token into `_authToken`",
    });
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}

/** npm's keys begin with the URL without its protocol: `//host/path/:_authToken`. The longest that fits counts. */
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
