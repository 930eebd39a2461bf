/** The files of a place before they are read: what a directory, a repository and a package have in common. */
import { OperationError } from "../../model/errors.ts";
import type { BundleFile } from "../../model/skills/bundle.ts";
import type { Origin } from "../../model/skills/origin.ts";
import type { Fetched, SourceContext } from "../source.ts";

export interface TreeEntry {
  /** From the top of the place, with `/`, as it stands there; nothing is known to be safe about it. */
  readonly path: string;
  readonly kind: "file" | "link" | "repository" | "special";
  readonly executable: boolean;
  readonly size: number;
  /** The place's own name for the bytes. */
  readonly id?: string;
}

export interface Tree {
  /** What a skill at the very top is called. */
  readonly name: string;
  /** That name is the place's, and the skill's own word for itself is better. */
  readonly namedBySkill?: boolean;
  readonly entries: readonly TreeEntry[];
  /** The bytes of files of this tree, in the order asked for. */
  readonly read: (entries: readonly TreeEntry[]) => Promise<readonly Uint8Array[]>;
  /** Complete but for the skill's own path. */
  readonly origin: () => Promise<Omit<Origin, "path" | "plugin">>;
}

/** Opens a place, lets it be used, and leaves nothing behind. */
export type WithTree = (
  text: string,
  context: SourceContext,
  use: (tree: Tree) => Promise<Fetched>,
) => Promise<Fetched>;

/** The tree of files that are in memory already. */
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

/** Called between any two steps that can take long. */
export function throwIfStopped({ signal }: SourceContext): void {
  if (signal?.aborted) throw stopped();
}

export function stopped(): OperationError {
  return new OperationError("SK604", "fetching was stopped", { hint: "nothing was changed; run it again" });
}
