/** Where the paths of a line lead, and what may be done there. Each method returns undefined if it is allowed, or the reason. */
export interface Judge {
  /** The name and metadata of a file. */
  look(path: string): string | undefined;
  /** The content of a file, or of everything below a directory. */
  read(path: string): string | undefined;
  /** Like `read`, but hidden files are not read. */
  visible(path: string): string | undefined;
  /** Files that git records: no secrets, and no repository inside of the project's own. */
  add(path: string): string | undefined;
  /** Like `read`, but a copy with the same name is made somewhere. */
  copy(path: string): string | undefined;
  /** A directory that receives files, or the new name of a file or directory. */
  destination(path: string): string | undefined;
  /** Like `tree`, but it gets the same name somewhere else. */
  move(path: string): string | undefined;
  /** A word that a program may read or write: it stays in the project and leads to no protected place. */
  touch(path: string): string | undefined;
  create(path: string): string | undefined;
  write(path: string): string | undefined;
  /** Everything below a directory may change. */
  tree(path: string): string | undefined;
  /** A file that needs a rule for writing. */
  output(path: string): string | undefined;
  /** A file that a redirection reads. */
  input(path: string): string | undefined;
  /** The line may be in another directory from here on. */
  enter(path: string): string | undefined;
  /** A command of the line may have changed where paths lead. */
  uncertain: boolean;
  /** A regular file whose code runs. */
  run(path: string): string | undefined;
  /** True if a path leads to a place below a directory, links followed. */
  isBelow(path: string, directory: string): boolean;
  /** The paths that a pattern matches; undefined if there are too many. */
  expand(glob: string): readonly string[] | undefined;
}
