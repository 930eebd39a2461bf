/** Copies skills of a local directory. Symlinks are not followed, and git's own files are left out. */
import { posix, win32 } from "node:path";
import { OperationError, systemCode, throwIfStopped } from "../../../model/errors.ts";
import { DEFAULT_LIMITS } from "../../../model/limits.ts";
import type { InstallLimits } from "../../../model/skills/bundle.ts";
import { isSkillFile } from "../../../model/skills/skill.ts";
import { hideLogins } from "../../../model/text/display/without-secrets.ts";
import { baseName } from "../../../model/text/text.ts";
import type { Files } from "../../../platform/files/files.ts";
import type { Source, SourceContext } from "../../source.ts";
import { fetchOffered } from "../collect-skills.ts";
import type { Tree, TreeEntry, WithTree } from "../tree.ts";
import { isManifest, pluginSkillPaths } from "./manifests.ts";
import { entryPath, isGitDirectoryName, type TreeWalk, walkTree } from "./walk-tree.ts";

export const directory: Source = {
  kind: "directory",
  recognises: (text) => /^(?:~|\.{1,2})?[/\\]|^(?:~|\.{1,2})$|^[a-z]:[/\\]/i.test(text),
  fetch: (text, context) =>
    withDirectoryTree(text, context, async (tree) => fetchOffered(tree, await pluginSkillPaths(tree), context)),
};

export const withDirectoryTree: WithTree = async (text, context, use) => {
  const root = resolveDirectory(text, context);
  return use(directoryTree(root, context, { kind: "directory", source: root }));
};

/** Opens a local directory as a tree. `starts` are the directories to search (default: the whole tree). */
export function directoryTree(
  root: string,
  context: SourceContext,
  origin: Awaited<ReturnType<Tree["origin"]>>,
  starts: readonly string[] = [""],
): Tree {
  const { files, limits } = context;
  return {
    name: baseName(root.replaceAll("\\", "/")),
    entries: listEntries(root, context, starts),
    async read(entries) {
      const contents: Uint8Array[] = [];
      for (const entry of entries) {
        contents.push(readEntry(root, entry, files, limits));
        if (contents.length % FILES_PER_TURN === 0) await nextTurn();
        throwIfStopped(context.signal, "fetching");
      }
      return contents;
    },
    origin: async () => origin,
  };
}

// Number of files between two pauses. Reading is synchronous, so only a pause allows a cancel.
const FILES_PER_TURN = 64;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function resolveDirectory(text: string, { environment, files }: SourceContext): string {
  const { resolve } = environment.platform === "win32" ? win32 : posix;
  const path = /^~(?:$|[/\\])/.test(text) ? environment.home + text.slice(1) : resolve(environment.cwd, text);
  try {
    const real = files.realPath(path);
    if (files.stat(real).kind === "directory") return real;
    throw new OperationError("SK602", `\`${path}\` is a file, but its name is not that of an archive`, {
      hint: "archives end in `.tar.gz`, `.tgz`, `.zip` or `.skill`; a skill is a directory with a SKILL.md",
    });
  } catch (error) {
    if (error instanceof OperationError || systemCode(error) === "") throw error;
  }
  throw new OperationError("SK602", `there is no directory \`${hideLogins(path)}\``, {
    hint: "check the path; write a repository as `owner/repo`, without a leading dot or slash",
  });
}

/** Returns the entries to read: files of skills, manifests, and every entry that is not a plain file. */
function listEntries(root: string, context: SourceContext, starts: readonly string[]): TreeEntry[] {
  const { files, environment, treeLimits: limits = DEFAULT_LIMITS } = context;
  const found: TreeEntry[] = [];
  const onStep = (): void => throwIfStopped(context.signal, "fetching");
  const options = { files, environment, limits, starts, wholeSkills: true, onStep };
  const walked = walkTree(root, options, ({ path, listing, inSkill }) => {
    const at = (name: string): string => (path === "" ? name : `${path}/${name}`);
    for (const name of listing.files)
      if (isSkillFile(name) || (inSkill ? !isGitDirectoryName(name) : isManifest(at(name))))
        found.push(fileEntry(root, at(name), files));
    for (const name of listing.links) found.push(oddEntry(at(name), "link"));
    for (const name of listing.others) found.push(oddEntry(at(name), "special"));
    if (!inSkill) for (const name of listing.directories.filter(isSkillFile)) found.push(oddEntry(at(name), "special"));
  });
  refuseUnseen(root, walked);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Throws if a part of the tree could not be read. An incomplete tree must not be installed. */
function refuseUnseen(root: string, { unreadable: [first], limit }: TreeWalk): void {
  if (first !== undefined) throw unreadable(entryPath(root, first.path), first.code);
  if (limit === undefined) return;
  const { name, value, left } = limit;
  const directories = left === 1 ? "1 directory was" : `${left} directories were`;
  throw new OperationError(
    "SK604",
    `the search of \`${root}\` stopped at \`limits.${name}\` (${value}): at least ${directories} not searched`,
    { hint: `name a directory nearer to the skills, or raise \`limits.${name}\` in the configuration` },
  );
}

function fileEntry(root: string, path: string, files: Files): TreeEntry {
  try {
    const { size, mode, kind } = files.lstat(entryPath(root, path));
    return { path, kind: kind === "file" ? "file" : "special", executable: (mode & 0o100) !== 0, size };
  } catch (error) {
    throw asUnreadable(entryPath(root, path), error);
  }
}

function oddEntry(path: string, kind: "link" | "special"): TreeEntry {
  return { path, kind, executable: false, size: 0 };
}

/**
 * Reads an entry without following symlinks. The entry was a plain file when it was listed, and must still be a plain
 * file.
 */
function readEntry(root: string, { path, size }: TreeEntry, files: Files, limits: InstallLimits): Uint8Array {
  const buffer = new Uint8Array(Math.min(size, limits.maxFileBytes) + 1);
  const absolute = entryPath(root, path);
  try {
    const length = files.readHead(absolute, buffer, limits.maxFileBytes);
    if (length === size) return buffer.subarray(0, length);
  } catch (error) {
    throw asUnreadable(absolute, error);
  }
  throw new OperationError("SK604", `\`${absolute}\` changed while it was read`, { hint: "run the command again" });
}

function asUnreadable(path: string, error: unknown): unknown {
  const code = systemCode(error);
  return code === "" ? error : unreadable(path, code, error);
}

function unreadable(path: string, code: string, cause?: unknown): OperationError {
  return new OperationError("SK604", `\`${path}\` cannot be read (${code})`, {
    hint: "check the file and its permissions; nothing was changed",
    cause,
  });
}
