/**
 * Reads the objects of a local repository in place, without a fetch. Returns undefined for any repository that is not
 * plain, because only git itself understands all settings, hooks and references.
 */
import { systemCode } from "../../../model/errors.ts";
import type { Files } from "../../../platform/files/files.ts";
import type { GitAddress } from "./git-address.ts";

export interface LocalRevision {
  /** The directory with the repository's objects. */
  readonly objects: string;
  /** The id of a commit, or of a tag that points to a commit. */
  readonly id: string;
}

export function localRevision({ url, protocol, ref }: GitAddress, files: Files): LocalRevision | undefined {
  const path = protocol === "file" ? pathOf(url) : undefined;
  if (path === undefined) return undefined;
  try {
    const repository = repositoryAt(path, files);
    if (repository === undefined) return undefined;
    const id = idOf(ref, repository, files);
    return id === undefined ? undefined : { objects: `${repository}/objects`, id };
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

/** Returns the path of a URL. Rejects characters that separate or quote directories in git's list. */
function pathOf(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    return /[:;"\\\n\0]/.test(path) ? undefined : path;
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function repositoryAt(path: string, files: Files): string | undefined {
  const inside = kindOf(`${path}/.git`, files);
  const repository = inside === undefined ? path : `${path}/.git`;
  const parts = { HEAD: "file", config: "file", objects: "directory", refs: "directory" } as const;
  for (const [name, kind] of Object.entries(parts))
    if (kindOf(`${repository}/${name}`, files) !== kind) return undefined;
  // Files that mark a worktree, or a repository with objects in other directories.
  for (const name of ["commondir", "objects/info/alternates"])
    if (kindOf(`${repository}/${name}`, files) !== undefined) return undefined;
  return isPlain(readLatin1(`${repository}/config`, files)) ? repository : undefined;
}

/**
 * Returns false for a repository with format extensions, such as other hashes, other reference formats and partial
 * clones.
 */
function isPlain(config: string): boolean {
  return !/\bextensions\b/i.test(config) && !/repositoryformatversion\s*=\s*[^0\s]/i.test(config);
}

const ID = /^[0-9a-f]{40}$/;
const MAX_STEPS = 5;

/** Resolves a reference in git's own order: a tag wins over a branch with the same name. */
function idOf(ref: string, repository: string, files: Files): string | undefined {
  if (ID.test(ref)) return ref;
  const names = ref === "HEAD" ? [ref] : [ref, `refs/${ref}`, `refs/tags/${ref}`, `refs/heads/${ref}`];
  for (const name of names) {
    if (name !== "HEAD" && !name.startsWith("refs/")) continue;
    const id = follow(name, repository, files);
    if (id !== undefined) return id;
  }
  return undefined;
}

function follow(first: string, repository: string, files: Files): string | undefined {
  let name = first;
  for (let step = 0; step < MAX_STEPS; step++) {
    const loose = kindOf(`${repository}/${name}`, files) === "file";
    const value = loose ? readLatin1(`${repository}/${name}`, files).trimEnd() : packed(name, repository, files);
    if (value === undefined || ID.test(value)) return value;
    const next = /^ref: (refs\/[\w./+@-]+)$/.exec(value)?.[1];
    if (next === undefined || next.includes("..")) return undefined;
    name = next;
  }
  return undefined;
}

function packed(name: string, repository: string, files: Files): string | undefined {
  const path = `${repository}/packed-refs`;
  if (kindOf(path, files) !== "file") return undefined;
  const text = readLatin1(path, files);
  const at = text.indexOf(` ${name}\n`);
  const id = text.slice(Math.max(0, at - 40), Math.max(0, at));
  return ID.test(id) ? id : undefined;
}

// Maximum bytes of a file that is read here. The reference files of a large repository are smaller.
const MAX_BYTES = 16 * 1024 * 1024;

function readLatin1(path: string, files: Files): string {
  return Buffer.from(files.readFile(path, MAX_BYTES)).toString("latin1");
}

function kindOf(path: string, files: Files): string | undefined {
  return files.exists(path) ? files.lstat(path).kind : undefined;
}
