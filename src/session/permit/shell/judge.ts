/** Where the paths of a line lead, and what may be done there. Methods return undefined for yes, or the reason for no. */

/**
 * The program reads a path. `look`: its name or metadata; `read`: its content, and everything below a directory; `visible`: the
 * same without hidden files; `add`: records files in git; `input`: through `<`; `run`: runs its code.
 */
type ReadAccess = "look" | "read" | "visible" | "add" | "input" | "run";

/**
 * The program changes a path. `create`: makes a new file or directory; `write`: replaces a file; `tree`: changes everything below
 * a directory; `output`: a reading program writes it, so a rule for writing is needed; `touch`: may read or write it.
 */
type WriteAccess = "create" | "write" | "tree" | "output" | "touch";

/** `copy`, `move`: puts a path under the same name into another directory; `destination`: that directory, or the new name. */
type TransferAccess = "copy" | "move" | "destination";

export type Access = ReadAccess | WriteAccess | TransferAccess;

export interface Judge {
  judge(path: string, access: Access): string | undefined;
  /** The line may be in another directory from here on. */
  enter(path: string): string | undefined;
  /** A command of the line may have changed where paths lead. */
  uncertain: boolean;
  /** True if a path leads to a place below a directory, links followed. */
  isBelow(path: string, directory: string): boolean;
  /** The paths that a pattern matches; undefined if there are too many. */
  expand(glob: string): readonly string[] | undefined;
}
