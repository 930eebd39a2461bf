import { posix } from "node:path";
import { type Files, realPathIfAny } from "./files.ts";

/** Resolves every symlink of the part of a path that exists, and keeps the rest as it is written. */
export function realPlace(path: string, files: Pick<Files, "realPath">): string {
  for (let at = path, rest = ""; ; rest = `/${posix.basename(at)}${rest}`, at = posix.dirname(at)) {
    const real = at === "/" ? "" : realPathIfAny(at, files);
    if (real !== undefined) return real + rest;
  }
}
