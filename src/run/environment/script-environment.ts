/**
 * Builds the environment of a command: common variables that most programs need, and variables that the settings allow.
 */
import { posix, win32 } from "node:path";
import type { RunSettings } from "../../model/rules/run-settings.ts";
import { isInside } from "../../model/text/is-inside.ts";
import type { Environment } from "../../platform/environment.ts";

/** Variables for language and time zone. They contain no secrets. */
const HANDED_ON = ["LANG", "LC_ALL", "LC_CTYPE", "TZ"] as const;
/** Variables without which no Windows program starts. */
const WINDOWS = ["SystemRoot", "SystemDrive", "COMSPEC", "PATHEXT"] as const;

/**
 * Returns the variables of a command. `own` is applied last, so that no other value can replace the variables about the
 * skill.
 */
export function scriptEnvironment(
  { variables, platform }: Environment,
  settings: Pick<RunSettings, "environment">,
  project: string,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = [...HANDED_ON, ...(platform === "win32" ? WINDOWS : []), ...settings.environment];
  const path = cleanPath(variables["PATH"] ?? "", platform, project);
  // An empty PATH would mean the current directory, so PATH is left out. A shell then uses the system's directories.
  const clean: Record<string, string> = { TERM: "dumb", ...(path === "" ? {} : { PATH: path }) };
  for (const name of names) {
    const value = variables[name];
    if (value !== undefined) clean[name] = value;
  }
  return { ...clean, ...own };
}

/**
 * Removes directories in the project from a PATH. Programs are found only in directories of the system and the user.
 */
function cleanPath(path: string, platform: Environment["platform"], project: string): string {
  const { delimiter, isAbsolute } = platform === "win32" ? win32 : posix;
  const inside = (directory: string): boolean => isInside(directory, project);
  return path
    .split(delimiter)
    .filter((directory) => isAbsolute(directory) && !inside(directory))
    .join(delimiter);
}
