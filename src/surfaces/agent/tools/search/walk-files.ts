/**
 * Lists the files below a directory, sorted, breadth first and within limits. Symlinks and generated directories are
 * left out.
 */
import type { Files } from "../../../../api/index.ts";

/** Maximum directories of one walk. */
const MAX_DIRECTORIES = 5_000;
const MAX_ENTRIES = 100_000;
const LEFT_OUT: readonly string[] = [".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"];

export interface WalkedEntry {
  readonly path: string;
  readonly directory: boolean;
}

export interface FileWalk {
  readonly entries: readonly WalkedEntry[];
  /** True if a limit ended the walk early. */
  readonly cut: boolean;
}

export function walkFiles(top: string, depth: number, files: Files): FileWalk {
  const entries: WalkedEntry[] = [];
  let level = [top];
  let entered = 0;
  for (let at = 0; at < depth && level.length > 0; at++) {
    const next: string[] = [];
    for (const directory of level) {
      if (++entered > MAX_DIRECTORIES || entries.length > MAX_ENTRIES) return { entries, cut: true };
      for (const entry of entriesOf(directory, files)) {
        entries.push(entry);
        if (entry.directory) next.push(entry.path);
      }
    }
    level = next;
  }
  return { entries, cut: false };
}

function entriesOf(directory: string, files: Files): WalkedEntry[] {
  try {
    const listing = files.readDirectory(directory);
    const inside = (names: readonly string[], isDirectory: boolean): WalkedEntry[] =>
      names
        .filter((name) => !LEFT_OUT.includes(name))
        .map((name) => ({ path: directory === "/" ? `/${name}` : `${directory}/${name}`, directory: isDirectory }));
    return [...inside(listing.directories, true), ...inside(listing.files, false)];
  } catch (error) {
    // An unreadable directory is skipped.
    if (error instanceof Error && "code" in error) return [];
    throw error;
  }
}
