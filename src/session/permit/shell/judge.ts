/** Where the paths of a line lead, and what may be done there. Methods return undefined for yes, or the reason for no. */

/**
 * The use that a program makes of a path.
 *
 * - `look`: reads its name or metadata; `read`: reads its content, and everything below a directory
 * - `visible`: like `read`, without hidden files; `add`: records files in git
 * - `copy`, `move`: puts it under the same name into another directory; `destination`: the other directory, or the new name
 * - `create`: makes a new file or directory; `write`: replaces a file; `tree`: changes everything below a directory
 * - `touch`: may read or write it; `run`: runs its code
 * - `output`: writes it although the program is a reader, so that a rule for writing is needed; `input`: reads it through `<`
 */
export type Access =
  | "look"
  | "read"
  | "visible"
  | "add"
  | "copy"
  | "move"
  | "destination"
  | "create"
  | "write"
  | "tree"
  | "touch"
  | "run"
  | "output"
  | "input";

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
