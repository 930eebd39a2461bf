/** The paths of a line: what each of them may be used for. */

/**
 * The program reads a path. `look`: its name or metadata; `read`: its content, and everything below a directory; `visible`: the
 * same without hidden files; `add`: records files in git; `input`: through `<`; `script`: runs its code.
 */
type ReadAccess = "look" | "read" | "visible" | "add" | "input" | "script";

/**
 * The program changes a path. `create`: makes a new file or directory; `write`: replaces a file; `tree`: changes everything below
 * a directory; `into`: puts many files below a directory, through links in it; `output`: a reading program writes it, so a rule
 * for writing is needed; `touch`: may read or write it.
 */
type WriteAccess = "create" | "write" | "tree" | "into" | "output" | "touch";

/**
 * `copy`, `move`: puts a path under the same name into another directory. `place`: that directory or the new name of a copy, which
 * is written through links; `destination`: the same for a move, which replaces links.
 */
type TransferAccess = "copy" | "move" | "place" | "destination";

export type Access = ReadAccess | WriteAccess | TransferAccess;

export interface LinePaths {
  /** The reason why a path may not be used in this way; undefined if it may. */
  whyPathAsks(path: string, access: Access): string | undefined;
  /** The line may be in another directory from here on. Returns the reason why it may not go there. */
  enter(path: string): string | undefined;
  /** A command of the line may have changed where paths lead. */
  areUncertain: boolean;
  /** A path of the line was checked. */
  readonly wereChecked: boolean;
  /** True if a path leads to a place below a directory, links followed. */
  isBelow(path: string, directory: string): boolean;
  /** The paths that a pattern matches; undefined if there are too many. */
  expand(glob: string): readonly string[] | undefined;
}

/** Letters before a path that is attached to a short option. */
const MAX_LETTERS = 12;

/** The word, and every path that a program could find in it: `--out=path`, `host:path`, `-xfpath`, `a#path`. */
export function pathsInWord(text: string): ReadonlySet<string> {
  const attached = /^-[A-Za-z]/.test(text) ? Array.from({ length: MAX_LETTERS }, (_, at) => text.slice(at + 2)) : [];
  return new Set([text, ...text.split(/[=:,@;]/), ...text.split(/[^\p{L}\p{N}_./~-]+/u), ...attached]);
}
