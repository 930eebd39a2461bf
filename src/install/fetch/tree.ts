/** The common interface of a directory, a repository and a package. It lists files before their bytes are read. */
import type { BundleFile } from "../../model/skills/bundle.ts";
import type { Origin } from "../../model/skills/origin.ts";
import type { FetchedSource, SourceContext } from "../source.ts";

export interface TreeEntry {
  /** The path relative to the top, with `/`, as written in the source. The path has not been checked. */
  readonly path: string;
  readonly kind: "file" | "link" | "repository" | "special";
  readonly executable: boolean;
  readonly size: number;
  /** The source's own id of the bytes. */
  readonly id?: string;
}

export interface Tree {
  /** The name for a skill at the top of the tree. */
  readonly name: string;
  /** True if the `name` in the skill file takes precedence over the name of the tree. */
  readonly namedBySkill?: boolean;
  readonly entries: readonly TreeEntry[];
  /** Returns the bytes of entries of this tree, in the given order. */
  readonly read: (entries: readonly TreeEntry[]) => Promise<readonly Uint8Array[]>;
  /** Returns the origin of the whole tree. Callers add the path of a skill. */
  readonly origin: () => Promise<Omit<Origin, "path" | "plugin">>;
}

/** Opens a tree, calls `use`, and removes all temporary files. */
export type WithTree = (
  text: string,
  context: SourceContext,
  use: (tree: Tree) => Promise<FetchedSource>,
) => Promise<FetchedSource>;

/** Creates a tree of files in memory. */
export function bundleTree(name: string, files: readonly BundleFile[], origin: Omit<Origin, "path">): Tree {
  const bytes = new Map(files.map((file) => [file.path, file.bytes]));
  return {
    name,
    namedBySkill: true,
    entries: files.map(({ path, executable, bytes: { length } }) => ({ path, kind: "file", executable, size: length })),
    read: async (entries) => entries.map(({ path }) => bytes.get(path) as Uint8Array),
    origin: async () => origin,
  };
}
