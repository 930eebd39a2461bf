/** Simulates a file system with additional and removed symlinks. */
import { basename, dirname } from "node:path";
import { systemCode } from "../../model/errors.ts";
import { emptyListing, type Files, type Listing, type Stat, sortListing, systemError } from "./files.ts";

export interface LinkChanges {
  /** New symlinks and their target directories. Missing parent directories are simulated. */
  readonly added: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
}

export function linkedFiles(files: Files, { added, removed }: LinkChanges): Files {
  const made = new Set([...added.keys()].flatMap((link) => missingParents(link, files)));
  /** Replaces an added symlink at the start of a path by its target. */
  const through = (path: string): string => {
    for (const [link, target] of added)
      if (path === link || path.startsWith(`${link}/`)) return target + path.slice(link.length);
    return path;
  };
  const guard = (path: string): string => {
    for (const gone of removed) if (path === gone || path.startsWith(`${gone}/`)) throw systemError("ENOENT", path);
    return path;
  };
  const reach = (path: string): string => through(guard(path));
  return {
    ...files,
    readHead: (path, into, maxBytes) => files.readHead(reach(path), into, maxBytes),
    readFile: (path, maxBytes) => files.readFile(reach(path), maxBytes),
    readDirectory(path) {
      const real = reach(path);
      const listing = made.has(real) ? emptyListing() : copyOf(files.readDirectory(real));
      return sortListing(changed(listing, real));
    },
    lstat: (path) => (added.has(path) ? LINK : made.has(path) ? DIRECTORY : files.lstat(reach(path))),
    stat: (path) => (made.has(path) ? DIRECTORY : files.stat(reach(path))),
    stamp: (path) => (added.has(path) || made.has(path) ? undefined : files.stamp(reach(path))),
    linksOn: (device, path) => (made.has(path) ? -1 : files.linksOn(device, reach(path))),
    realPath: (path) => (made.has(path) ? path : files.realPath(reach(path))),
    exists: (path) => made.has(path) || present(() => files.exists(reach(path))),
    isExecutable: (path) => present(() => files.isExecutable(reach(path))),
  };

  function changed(listing: Listing, directory: string): Listing {
    const inside = (path: string): boolean => dirname(path) === directory;
    for (const link of [...added.keys()].filter(inside)) listing.links.push(basename(link));
    for (const each of [...made].filter(inside)) listing.directories.push(basename(each));
    const gone = new Set([...removed].filter(inside).map((path) => basename(path)));
    return { ...listing, links: listing.links.filter((name) => !gone.has(name)) };
  }
}

const LINK: Stat = { kind: "link", size: 0, mode: 0o777, links: 1, device: 0 };
// The simulated directory has one link, as on file systems that do not count subdirectories.
const DIRECTORY: Stat = { kind: "directory", size: 0, mode: 0o755, links: 1, device: 0 };

function copyOf({ files, directories, links, others }: Listing): Listing {
  return { files: [...files], directories: [...directories], links: [...links], others: [...others] };
}

/** Returns the parent directories that do not exist, nearest first. */
export function missingParents(path: string, files: Files): string[] {
  const parent = dirname(path);
  return parent === path || files.exists(parent) ? [] : [parent, ...missingParents(parent, files)];
}

function present(ask: () => boolean): boolean {
  try {
    return ask();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}
