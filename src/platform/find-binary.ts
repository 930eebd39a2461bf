import { posix, win32 } from "node:path";
import type { Environment } from "./environment.ts";
import type { Files } from "./files.ts";

/** A lookup of programs on the PATH that remembers what it found. A name with a separator is never looked up. */
export function binaryFinder({ variables, platform }: Environment, files: Files): (name: string) => boolean {
  const windows = platform === "win32";
  const { join, delimiter } = windows ? win32 : posix;
  const directories = (variables["PATH"] ?? "").split(delimiter).filter(Boolean);
  const suffixes = windows ? (variables["PATHEXT"] ?? ".EXE;.CMD;.BAT").split(";") : [""];
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const found =
      /^[^/\\\0]+$/.test(name) &&
      directories.some((directory) => suffixes.some((suffix) => files.isExecutable(join(directory, name + suffix))));
    known.set(name, found);
    return found;
  };
}
