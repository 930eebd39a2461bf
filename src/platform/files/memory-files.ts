import { baseName, foldCase, parentPath } from "../../model/text/text.ts";
import { emptyListing, type Files, type Stat, sortListing, systemError } from "./files.ts";

/** A node of the in-memory tree: bytes, a symlink's target, a special file, or a directory. */
type Node =
  | { kind: "file"; bytes: Uint8Array }
  | { kind: "link"; target: string }
  | { kind: "other" }
  | { kind: "directory" };

const MAX_LINKS = 40;

/**
 * Creates a file system in memory, for tests and for skills that are not on a disk. Keys are absolute `/` paths. With
 * `caseless`, it works like macOS: it ignores case and Unicode composition in names, but knows the real name of an
 * entry.
 */
export function memoryFiles(
  tree: Readonly<Record<string, string | Uint8Array | { link: string } | "directory">>,
  { caseless = false }: { readonly caseless?: boolean } = {},
): Files {
  const nodes = new Map<string, Node>([["/", { kind: "directory" }]]);
  for (const [path, value] of Object.entries(tree)) {
    for (let parent = parentOf(path); parent !== "/"; parent = parentOf(parent))
      nodes.set(parent, { kind: "directory" });
    nodes.set(path, toNode(value));
  }
  // Groups the paths by directory, because a server may have ten thousand skills, each in a directory.
  const inside = new Map<string, string[]>();
  for (const path of nodes.keys()) {
    if (path === "/") continue;
    const siblings = inside.get(parentOf(path));
    if (siblings) siblings.push(path);
    else inside.set(parentOf(path), [path]);
  }

  const called = new Map(caseless ? [...nodes.keys()].map((path) => [foldCase(path), path]) : []);

  /** Follows the symlinks of a path. With `last: false`, it does not follow a symlink at the end of the path. */
  function resolve(path: string, last: boolean): string {
    let links = 0;
    let done = "";
    const rest = path.split("/").filter(Boolean);
    while (rest.length > 0) {
      const part = rest.shift() as string;
      if (part === ".") continue;
      if (part === "..") {
        done = parentPath(done);
        continue;
      }
      const written = `${done}/${part}`;
      const next = caseless ? (called.get(foldCase(written)) ?? written) : written;
      const node = nodes.get(next);
      if (node?.kind === "link" && (last || rest.length > 0)) {
        if (++links > MAX_LINKS) throw systemError("ELOOP", path);
        rest.unshift(...node.target.split("/").filter(Boolean));
        if (node.target.startsWith("/")) done = "";
        continue;
      }
      done = next;
    }
    return done === "" ? "/" : done;
  }

  function nodeAt(path: string, followLast: boolean): Node {
    const node = nodes.get(resolve(path, followLast));
    if (!node) throw systemError("ENOENT", path);
    return node;
  }

  function statOf(node: Node): Stat {
    const size = node.kind === "file" ? node.bytes.length : 0;
    return { kind: node.kind, size, mode: 0o644, links: 1, device: 0 };
  }

  return {
    readHead(path, into, maxBytes) {
      const node = nodeAt(path, false);
      if (node.kind === "link") throw systemError("ELOOP", path);
      if (node.kind === "directory") throw systemError("EISDIR", path);
      if (node.kind === "other") return 0;
      if (node.bytes.length > maxBytes) return -1;
      into.set(node.bytes.subarray(0, into.length));
      return Math.min(into.length, node.bytes.length);
    },
    readFile(path, maxBytes) {
      const node = nodeAt(path, true);
      if (node.kind !== "file") throw systemError("EINVAL", path);
      if (node.bytes.length > maxBytes) throw systemError("EFBIG", path);
      return node.bytes;
    },
    readDirectory(path) {
      const directory = resolve(path, true);
      if (nodes.get(directory)?.kind !== "directory")
        throw systemError(nodes.has(directory) ? "ENOTDIR" : "ENOENT", path);
      const listing = emptyListing();
      const lists = { file: listing.files, directory: listing.directories, link: listing.links, other: listing.others };
      for (const each of inside.get(directory) ?? []) lists[(nodes.get(each) as Node).kind].push(baseName(each));
      return sortListing(listing);
    },
    lstat: (path) => statOf(nodeAt(path, false)),
    stat: (path) => statOf(nodeAt(path, true)),
    stamp(path) {
      const node = nodes.get(resolve(path, false));
      return node && { inode: 0, size: statOf(node).size, mode: statOf(node).mode, mtimeMs: 0, ctimeMs: 0 };
    },
    linksOn: (device, path) => {
      const stat = statOf(nodeAt(path, true));
      return stat.device === device ? stat.links : -1;
    },
    realPath(path) {
      nodeAt(path, true);
      return resolve(path, true);
    },
    exists: (path) => nodes.has(resolve(path, true)),
    isExecutable: (path) => nodes.get(resolve(path, true))?.kind === "file",
  };
}

function toNode(value: string | Uint8Array | { link: string }): Node {
  if (value === "directory") return { kind: "directory" };
  if (typeof value === "string") return { kind: "file", bytes: Buffer.from(value) };
  return value instanceof Uint8Array ? { kind: "file", bytes: value } : { kind: "link", target: value.link };
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}
