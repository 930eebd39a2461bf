/** The environment of a command: what nearly every program needs, what the policy hands on, and nothing else of ours. */
import { posix, win32 } from "node:path";
import type { RunPolicy } from "../../model/rules/run-policy.ts";
import { isInside } from "../../model/text/is-inside.ts";
import type { Environment } from "../../platform/environment.ts";

/** Language and time zone, which hold no secrets. */
const HANDED_ON = ["LANG", "LC_ALL", "LC_CTYPE", "TZ"] as const;
/** Without these no program of Windows starts. */
const WINDOWS = ["SystemRoot", "SystemDrive", "COMSPEC", "PATHEXT"] as const;

/** Merges `own` last, so that the variables about the skill cannot be replaced. */
export function scriptEnvironment(
  { variables, platform }: Environment,
  policy: Pick<RunPolicy, "environment">,
  project: string,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = [...HANDED_ON, ...(platform === "win32" ? WINDOWS : []), ...policy.environment];
  const path = cleanPath(variables["PATH"] ?? "", platform, project);
  // An empty one would be the directory in which a command begins; without one, a shell looks where the system's programs are.
  const clean: Record<string, string> = { TERM: "dumb", ...(path === "" ? {} : { PATH: path }) };
  for (const name of names) {
    const value = variables[name];
    if (value !== undefined) clean[name] = value;
  }
  return { ...clean, ...own };
}

/** Programs are looked for where the system and the user have put them, never in the project. */
function cleanPath(path: string, platform: Environment["platform"], project: string): string {
  const { delimiter, isAbsolute } = platform === "win32" ? win32 : posix;
  const inside = (directory: string): boolean => isInside(directory, project);
  return path
    .split(delimiter)
    .filter((directory) => isAbsolute(directory) && !inside(directory))
    .join(delimiter);
}
