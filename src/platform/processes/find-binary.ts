import { posix, win32 } from "node:path";
import type { Environment } from "../environment.ts";
import type { Files } from "../files/files.ts";

/** Returns a cached lookup of programs on the PATH. A name with a separator is never found. */
export function binaryFinder(environment: Environment, files: Files): (name: string) => boolean {
  const find = programFinder(environment, files);
  return (name) => find(name) !== undefined;
}

/** Returns a cached lookup like `binaryFinder`, which returns the path of a program. */
export function programFinder(
  { variables, platform }: Environment,
  files: Files,
): (name: string) => string | undefined {
  const windows = platform === "win32";
  const { join } = windows ? win32 : posix;
  const directories = searchPath({ variables, platform });
  const suffixes = windows ? (variables["PATHEXT"] ?? ".EXE;.CMD;.BAT").split(";") : [""];
  const known = new Map<string, string | undefined>();
  const lookUp = (name: string): string | undefined => {
    if (!/^[^/\\\0]+$/.test(name)) return undefined;
    for (const directory of directories)
      for (const suffix of suffixes)
        if (files.isExecutable(join(directory, name + suffix))) return join(directory, name + suffix);
    return undefined;
  };
  return (name) => {
    if (!known.has(name)) known.set(name, lookUp(name));
    return known.get(name);
  };
}

/** Returns the directories of the PATH; empty if it is not set. */
export function searchPath({ variables, platform }: Pick<Environment, "variables" | "platform">): readonly string[] {
  return (variables["PATH"] ?? "").split(platform === "win32" ? win32.delimiter : posix.delimiter).filter(Boolean);
}

/** Returns the facts of this machine for requirement checks. */
export function machineFacts(environment: Environment, files: Files): MachineFacts {
  const { platform, variables } = environment;
  return {
    platform,
    hasPath: searchPath(environment).length > 0,
    hasBinary: binaryFinder(environment, files),
    hasVariable: (name) => (variables[name] ?? "") !== "",
  };
}

export interface MachineFacts {
  readonly platform: Environment["platform"];
  /** False if the environment has no PATH. */
  readonly hasPath: boolean;
  readonly hasBinary: (name: string) => boolean;
  readonly hasVariable: (name: string) => boolean;
}

/** The message for a program lookup without a PATH. */

/** The end of a sentence that explains why no program can be found and how to fix that. */
export const NO_PATH_MESSAGE = "the variable PATH is not set (set PATH, or pass it in `environment.variables`)";

export const NO_PATH_HELP =
  "with `ambient: false` Skillwright uses no variables of the process; pass an `environment` whose `variables` have a `PATH`";
