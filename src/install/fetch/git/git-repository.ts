/**
 * Fetches one revision with git into a bare repository of Skillwright, and reads its objects. Objects of a plain local
 * repository are read in place. Nothing is checked out, so hooks, filters, attributes, links and submodules never run.
 */

import { join } from "node:path";
import { OperationError, systemCode } from "../../../model/errors.ts";
import type { Files } from "../../../platform/files/files.ts";
import { makeDirectories } from "../../../platform/writing/write-file.ts";
import { type TemporaryDirectory, temporaryDirectory, writeNewFile } from "../../../platform/writing/write-tree.ts";
import type { SourceContext } from "../../source.ts";
import type { TreeEntry } from "../tree.ts";
import type { GitAddress } from "./git-address.ts";
import { gitRunner, type RunGit } from "./git-program.ts";
import { localRevision } from "./local-revision.ts";

const REVISION = "refs/fetched/revision";
// Limit for a fetch, as a multiple of the limit for one skill. A fetch transfers the whole revision, not only skills.
const TRANSFER_FACTOR = 8;
const MAX_LISTING_BYTES = 32 * 1024 * 1024;
const MAX_MESSAGES_BYTES = 1024 * 1024;
const WATCH_MS = 100;

export interface GitRepository {
  readonly list: () => Promise<TreeEntry[]>;
  /** Returns the commit, and the bytes of the objects with these ids. */
  readonly read: (
    ids: readonly string[],
    bytes: number,
  ) => Promise<{ commit: string; objects: Map<string, Uint8Array> }>;
}

/** Fetches if needed, calls `use`, and always removes the fetched files. */
export async function withRepository<T>(
  address: GitAddress,
  context: SourceContext,
  use: (repository: GitRepository) => Promise<T>,
): Promise<T> {
  const local = localRevision(address, context.files);
  const temporary = makeBare(context.temporary(), address);
  const directory = temporary.path;
  try {
    const run = gitRunner(directory, address, context, local?.objects);
    if (local === undefined) await fetchRevision(directory, address, context, run);
    const revision = local?.id ?? REVISION;
    return await use({
      list: async () =>
        parseGitTree((await run(["ls-tree", "-r", "-l", "-z", treeish(revision, address)], MAX_LISTING_BYTES)).stdout),
      async read(ids, bytes) {
        const input = Buffer.from([`${revision}^{commit}`, ...ids, ""].join("\n"));
        const { stdout } = await run(
          ["cat-file", "--batch", "--buffer"],
          bytes + MAX_MESSAGES_BYTES + 128 * ids.length,
          input,
        );
        const [[commit] = [""], ...objects] = parseObjects(stdout, ids.length + 1);
        return { commit, objects: new Map(objects) };
      },
    });
  } finally {
    temporary.remove();
  }
}

function treeish(revision: string, { directory }: GitAddress): string {
  return directory === "" ? revision : `${revision}:${directory}`;
}

/** Creates the minimal bare repository: no template, no hooks, no other settings. */
function makeBare(parent: string, { protocol }: GitAddress): TemporaryDirectory {
  const temporary = temporaryDirectory(join(parent, "git-"));
  makeDirectories(join(temporary.path, "objects"));
  makeDirectories(join(temporary.path, "refs"));
  writeNewFile(join(temporary.path, "HEAD"), Buffer.from("ref: refs/heads/none\n"), 0o644);
  writeNewFile(join(temporary.path, "config"), Buffer.from(configuration(protocol)), 0o644);
  return temporary;
}

/**
 * Allows only the protocol that the user typed. It turns off helpers, redirects, bundles, submodules and maintenance,
 * and stops slow transfers.
 */
function configuration(protocol: string): string {
  return `[core]
\trepositoryformatversion = 0
\tbare = true
\thooksPath = /dev/null
\tfsmonitor = false
[protocol]
\tallow = never
\tversion = 2
[protocol "${protocol}"]
\tallow = always
[credential]
\thelper =
[http]
\tfollowRedirects = false
\tlowSpeedLimit = 1000
\tlowSpeedTime = 20
[fetch]
\trecurseSubmodules = false
\tunpackLimit = 1
\twriteCommitGraph = false
[transfer]
\tbundleURI = false
[gc]
\tauto = 0
[maintenance]
\tauto = false
`;
}

/**
 * Fetches one revision. Git has no size limit for a fetch, so the size of the growing pack file is checked regularly.
 */
async function fetchRevision(
  directory: string,
  address: GitAddress,
  context: SourceContext,
  run: RunGit,
): Promise<void> {
  const tooLarge = new AbortController();
  const maxBytes = TRANSFER_FACTOR * context.limits.maxBytes;
  const timer = setInterval(() => {
    const bytes = packBytes(join(directory, "objects", "pack"), context.files);
    context.progress?.({ what: `fetching ${address.source}`, done: bytes });
    if (bytes > maxBytes) tooLarge.abort();
  }, WATCH_MS);
  try {
    const args = ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules"];
    const signals = context.signal ? [context.signal, tooLarge.signal] : [tooLarge.signal];
    await run(
      [...args, "--", address.url, `+${address.ref}:${REVISION}`],
      MAX_MESSAGES_BYTES,
      undefined,
      AbortSignal.any(signals as AbortSignal[]),
    );
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error;
    throw new OperationError("SK604", `\`${address.source}\` has more than ${maxBytes} bytes`, {
      hint: "put the skills into a repository of their own",
    });
  } finally {
    clearInterval(timer);
  }
}

function packBytes(directory: string, files: Files): number {
  try {
    return files.readDirectory(directory).files.reduce((sum, name) => sum + files.lstat(join(directory, name)).size, 0);
  } catch (error) {
    // The file does not exist yet, or git renamed it between the two calls.
    if (systemCode(error) === "ENOENT") return 0;
    throw error;
  }
}

// Parses the output of git. The names and bytes in this output come from strangers.

// The longest path that file systems open. Longer paths are cut here, and the bundle check then rejects them.
const MAX_PATH = 4096;
const LINE = /^([0-7]{6}) (\w+) ([0-9a-f]{40,64}) +(\d+|-)\t/;

/** Parses `ls-tree -r -l -z`, in git's order. */
export function parseGitTree(output: Uint8Array): TreeEntry[] {
  const buffer = Buffer.from(output.buffer, output.byteOffset, output.length);
  const entries: TreeEntry[] = [];
  for (let at = 0; at < buffer.length; ) {
    const end = buffer.indexOf(0, at);
    const head = LINE.exec(buffer.toString("latin1", at, Math.min(end, at + 256)));
    if (!head) throw garbled();
    const [all, mode = "", , id = "", size = ""] = head;
    const start = at + all.length;
    const path = buffer.toString("utf8", start, Math.min(end, start + MAX_PATH));
    entries.push({ path, kind: kindOf(mode), executable: mode === "100755", size: Number(size) || 0, id });
    at = end + 1;
  }
  return entries;
}

function kindOf(mode: string): TreeEntry["kind"] {
  if (mode.startsWith("100")) return "file";
  if (mode === "120000") return "link";
  return mode === "160000" ? "repository" : "special";
}

const NEWLINE = 0x0a;

/** Parses the output of `cat-file --batch`. It has one object for each requested name, in the same order. */
function parseObjects(output: Uint8Array, count: number): [id: string, bytes: Uint8Array][] {
  const objects: [string, Uint8Array][] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    const line = output.indexOf(NEWLINE, at);
    const head = line === -1 ? null : /^([0-9a-f]{40,64}) \w+ (\d+)$/.exec(ascii(output.subarray(at, line)));
    if (!head) throw garbled();
    const end = line + 1 + Number(head[2]);
    if (output[end] !== NEWLINE) throw garbled();
    objects.push([head[1] as string, output.subarray(line + 1, end)]);
    at = end + 1;
  }
  return objects;
}

function ascii(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString("latin1");
}

function garbled(): OperationError {
  return new OperationError("SK604", "git returned an unexpected answer", {
    hint: "the repository lacks objects, or the program `git` is not git",
  });
}
