/**
 * The environment of the process. With `ambient: false`, a caller provides an environment, and Skillwright reads no
 * variables or home directory of the machine.
 */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir, platform, userInfo } from "node:os";
import { delimiter, dirname, isAbsolute, join, posix, resolve, win32 } from "node:path";
import { cwd } from "node:process";
import { systemCode } from "../model/errors.ts";
import { isInside } from "../model/text/is-inside.ts";

export type Platform = "linux" | "darwin" | "win32";

export interface Environment {
  readonly cwd: string;
  /** The home with symlinks resolved, because rules compare it with real paths of projects. */
  readonly home: string;
  /** The home directory as the user or system names it, if that path contains symlinks. Most hosts use this path. */
  readonly namedHome?: string;
  readonly platform: Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Returns the environment of this process. */
export function nodeEnvironment(): Environment {
  const os = platform();
  const named = resolveHome(process.env["HOME"] || homedir(), () => userInfo().homedir);
  const home = realHome(named);
  return {
    cwd: cwd(),
    home,
    ...(named === home ? {} : { namedHome: named }),
    platform: os === "darwin" || os === "win32" ? os : "linux",
    variables: process.env,
  };
}

/** The part of the load options that decides about the environment. */
export interface EnvironmentOptions {
  readonly environment?: Environment;
  readonly cwd?: string;
  readonly ambient?: boolean;
}

/**
 * Returns the given environment (default: the process's own). With `ambient: false`, the environment has no variables
 * and no home.
 */
export function environmentOf({ environment, cwd, ambient = true }: EnvironmentOptions): Environment {
  return environment ?? (ambient ? nodeEnvironment() : emptyEnvironment(cwd));
}

/** Returns an environment without variables, whose home directory does not exist. */
function emptyEnvironment(directory: string = cwd()): Environment {
  const os = platform();
  const isWindows = os === "win32";
  return {
    cwd: directory,
    home: isWindows ? "C:\\nonexistent" : "/nonexistent",
    platform: isWindows || os === "darwin" ? os : "linux",
    variables: {},
  };
}

/**
 * Returns the home that a variable names, or the account's own home. An empty or relative variable would make the
 * working directory the home, so that a project could trust itself.
 */
export function resolveHome(named: string, accountHome: () => string): string {
  if (isAbsolute(named)) return resolve(named);
  try {
    return resolve("/", accountHome());
  } catch (error) {
    // The system has no entry for this account, so the account has no home.
    if (systemCode(error) === "") throw error;
    return emptyEnvironment().home;
  }
}

/** [T2] Returns the home with symlinks resolved. If the system cannot resolve it, returns the home as it was named. */
function realHome(home: string): string {
  try {
    return realpathSync(home);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return home;
  }
}

/** The platform's directories for the user's configuration, the user's data and the administrator's settings. */
export interface PlatformDirectories {
  readonly config: string;
  readonly data: string;
  readonly admin: string;
}

/**
 * Returns XDG directories on Linux, and the platform's usual directories elsewhere. `$SKILLWRIGHT_HOME` overrides the
 * directory for the user's configuration.
 */
export function platformDirectories({ cwd, home, platform, variables }: Environment): PlatformDirectories {
  const named = variables["SKILLWRIGHT_HOME"];
  const own = named ? (platform === "win32" ? win32 : posix).resolve(cwd, named) : "";
  if (platform === "win32") {
    const roaming = variables["APPDATA"] || win32.join(home, "AppData", "Roaming");
    const local = variables["LOCALAPPDATA"] || win32.join(home, "AppData", "Local");
    return {
      config: own || win32.join(roaming, "skillwright"),
      data: win32.join(local, "skillwright"),
      admin: win32.join(variables["PROGRAMDATA"] || "C:\\ProgramData", "skillwright"),
    };
  }
  if (platform === "darwin") {
    const support = posix.join(home, "Library", "Application Support", "skillwright");
    return { config: own || support, data: support, admin: "/Library/Application Support/skillwright" };
  }
  return {
    config: own || xdg("XDG_CONFIG_HOME", ".config", { home, variables }),
    data: xdg("XDG_DATA_HOME", ".local/share", { home, variables }),
    admin: "/etc/skillwright",
  };
}

/** Returns the platform's directory for caches. */
export function cacheDirectory({ home, platform, variables }: Environment): string {
  if (platform === "win32")
    return win32.join(variables["LOCALAPPDATA"] || win32.join(home, "AppData", "Local"), "skillwright", "cache");
  if (platform === "darwin") return posix.join(home, "Library", "Caches", "skillwright");
  return xdg("XDG_CACHE_HOME", ".cache", { home, variables });
}

/** Returns the directory that an XDG variable names. The XDG specification requires that relative paths are ignored. */
function xdg(name: string, fallback: string, { home, variables }: Pick<Environment, "home" | "variables">): string {
  const value = variables[name];
  return posix.join(value && posix.isAbsolute(value) ? value : posix.join(home, fallback), "skillwright");
}

let known: string | undefined;

/** Returns the directory of Skillwright's own package.json. This also works in bundled code. */
export function packageRoot(): string {
  if (known !== undefined) return known;
  let directory = import.meta.dirname;
  while (!existsSync(join(directory, "package.json")) && dirname(directory) !== directory)
    directory = dirname(directory);
  known = directory;
  return directory;
}

export function packageVersion(): string {
  return (JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string }).version;
}

/**
 * Returns the variables with a safe PATH for programs that Skillwright starts by name, such as `git`, `bwrap` and MCP
 * servers. A project can contain a program of any name, and npm puts the project's programs first on the PATH. If the
 * result is empty, PATH is removed, because an empty PATH means the working directory.
 */
export function withSafePath<Value extends string | undefined>(
  variables: Readonly<Record<string, Value>>,
  directory?: string,
): Record<string, Value | string> {
  const { PATH, ...others } = variables;
  const own = removeProjectDirectories(PATH ?? "", directory);
  return own === "" ? others : { ...others, PATH: own };
}

/**
 * Returns the directories of a PATH that no project controls. These are the absolute directories, except
 * `node_modules/.bin` and directories inside a project. A project is the working directory or a repository around it,
 * unless it contains the user's home.
 */
export function removeProjectDirectories(path: string, directory?: string): string {
  const { cwd, home } = nodeEnvironment();
  const projects = [cwd, ...(directory === undefined ? [] : [directory])].flatMap((each) => projectsAround(each, home));
  const isOwn = (entry: string): boolean => !NPM.test(entry) && !projects.some((project) => isInside(entry, project));
  return path
    .split(delimiter)
    .filter((entry) => isAbsolute(entry) && (SYSTEM.has(entry) || isOwn(real(entry))))
    .join(delimiter);
}

/** Directories that always stay on the PATH, even if one of them is the working directory. */
const SYSTEM: ReadonlySet<string> = new Set(["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"]);
const NPM = /[\\/]node_modules[\\/]\.bin$/;

function projectsAround(directory: string, home: string): readonly string[] {
  const start = real(directory);
  const projects = withAbove(start).filter((each) => each === start || existsSync(join(each, ".git")));
  return projects.filter((each) => !isInside(real(home), each));
}

function withAbove(directory: string): readonly string[] {
  const above = dirname(directory);
  return above === directory ? [directory] : [directory, ...withAbove(above)];
}

/** Returns the real path. A path that cannot be resolved is returned unchanged. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return path;
  }
}
