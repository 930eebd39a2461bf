/**
 * Applies ignore files as pi does. There is one matcher for the root; the rules of each entered directory are added to
 * it, with the directory as a prefix.
 */
import ignore from "ignore";
import { systemCode } from "../../../model/errors.ts";
import type { Files, Listing } from "../../../platform/files/files.ts";

export interface IgnoreRules {
  /** Adds the ignore files of a directory. */
  enter(directory: string, listing: Listing): void;
  file(path: string): boolean;
  directory(path: string): boolean;
}

const MAX_BYTES = 262_144;
/** Maximum rules of one root, because each path is compared with all rules. */
const MAX_RULES = 2000;
/** Maximum number of `**` in a rule. Each `**` multiplies the possible matches, in pi as well. */
const MAX_ANY_DEPTH = 2;

export function createIgnoreRules(root: string, names: readonly string[], files: Files): IgnoreRules {
  const matcher = ignore();
  let left = MAX_RULES;
  const relative = (path: string): string => path.slice(root.length + 1);
  const matches = (path: string): boolean => path !== "" && ignore.isPathValid(path) && matcher.ignores(path);
  return {
    enter(directory, listing) {
      if (!names.some((name) => listing.files.includes(name) || listing.links.includes(name))) return;
      const prefix = directory === root ? "" : `${relative(directory)}/`;
      for (const name of names) {
        const added = rules(`${directory}/${name}`, prefix, files).slice(0, left);
        left -= added.length;
        matcher.add(added);
      }
    },
    file: (path) => matches(relative(path)),
    directory: (path) => matches(`${relative(path)}/`),
  };
}

function rules(path: string, prefix: string, files: Files): string[] {
  return read(path, files)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"))
    .map((line) => prefixed(line, prefix).replace(/\/(?:\*\*\/)+/g, (run) => (run === "/" ? run : "/**/")))
    .filter((line) => (line.match(ANY_DEPTH)?.length ?? 0) <= MAX_ANY_DEPTH);
}

const ANY_DEPTH = /(?:^!?|\/)\*\*+(?=\/.)/g;

function prefixed(line: string, prefix: string): string {
  const negated = line.startsWith("!");
  const text = negated ? line.slice(1) : line.startsWith("\\!") ? line.slice(1) : line;
  return `${negated ? "!" : ""}${prefix}${text.startsWith("/") ? text.slice(1) : text}`;
}

function read(path: string, files: Files): string {
  try {
    return files.exists(path) ? Buffer.from(files.readFile(path, MAX_BYTES)).toString("utf8") : "";
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return "";
  }
}
