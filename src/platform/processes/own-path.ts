/**
 * The PATH for programs that Skillwright starts by name, such as `git`, `bwrap` and MCP servers. A project can bring a
 * program of any name, and npm puts the project's programs first on the PATH.
 */
import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { systemCode } from "../../model/errors.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { nodeEnvironment } from "../environment.ts";

/** The same variables with an own PATH. An empty one would be the working directory, so then there is none. */
export function withOwnPath<Value extends string | undefined>(
  variables: Readonly<Record<string, Value>>,
  directory?: string,
): Record<string, Value | string> {
  const { PATH, ...others } = variables;
  const own = ownPath(PATH ?? "", directory);
  return own === "" ? others : { ...others, PATH: own };
}

/**
 * Keeps absolute directories, without `node_modules/.bin` and without those of the project: the working directory, and
 * every repository that it is in. A directory that has the user's home in it is not a project.
 */
export function ownPath(path: string, directory?: string): string {
  const { cwd, home } = nodeEnvironment();
  const projects = [cwd, ...(directory === undefined ? [] : [directory])].flatMap((each) => projectsAround(each, home));
  const isOwn = (entry: string): boolean => !NPM.test(entry) && !projects.some((project) => isInside(entry, project));
  return path
    .split(delimiter)
    .filter((entry) => isAbsolute(entry) && (SYSTEM.has(entry) || isOwn(real(entry))))
    .join(delimiter);
}

/** `cwd` may be a directory of the system. */
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

/** A path that does not exist stays as it is. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return path;
  }
}
