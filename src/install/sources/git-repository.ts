/**
 * One revision of a repository, fetched by the real git into a bare repository of our own and read out of its objects.
 * Nothing is ever checked out, so that no hook, filter, attribute, link or submodule of a stranger's gets a turn.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperationError, systemCode } from "../../model/errors.ts";
import type { StopSignal } from "../../model/stop-signal.ts";
import type { Environment } from "../../platform/environment.ts";
import type { Files } from "../../platform/files.ts";
import type { Spawned } from "../../platform/spawn.ts";
import { showPath } from "../refusal.ts";
import type { SourceContext } from "../source.ts";
import { stopped, type TreeEntry } from "../tree.ts";
import type { GitAddress } from "./git-address.ts";
import { parseObjects, parseTree } from "./git-output.ts";

const REVISION = "refs/fetched/revision";
// A whole revision comes over, skills or not.
const TRANSFER_FACTOR = 8;
const MAX_LISTING_BYTES = 32 * 1024 * 1024;
const MAX_MESSAGES_BYTES = 1024 * 1024;
const WATCH_MS = 100;

export interface GitRepository {
  readonly list: () => Promise<TreeEntry[]>;
  /** The commit, and the bytes of these objects. */
  readonly read: (
    ids: readonly string[],
    bytes: number,
  ) => Promise<{ commit: string; objects: Map<string, Uint8Array> }>;
}

/** [I29] Fetches, lets it be used, and removes it whatever happens. */
export async function withRepository<T>(
  address: GitAddress,
  context: SourceContext,
  use: (repository: GitRepository) => Promise<T>,
): Promise<T> {
  const directory = makeBare(context.temporary, address);
  try {
    const run = gitRunner(directory, address, context);
    await fetchRevision(directory, address, context, run);
    return await use({
      list: async () =>
        parseTree((await run(["ls-tree", "-r", "-l", "-z", treeish(address)], MAX_LISTING_BYTES)).stdout),
      async read(ids, bytes) {
        const input = Buffer.from([`${REVISION}^{commit}`, ...ids, ""].join("\n"));
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
    rmSync(directory, { recursive: true, force: true });
  }
}

function treeish({ directory }: GitAddress): string {
  return directory === "" ? REVISION : `${REVISION}:${directory}`;
}

/** What git needs to take a directory for a repository. Made here, it has no template, no hooks and no other settings. */
function makeBare(temporary: string, { protocol }: GitAddress): string {
  const directory = mkdtempSync(join(temporary, "git-"));
  mkdirSync(join(directory, "objects"));
  mkdirSync(join(directory, "refs"));
  writeFileSync(join(directory, "HEAD"), "ref: refs/heads/none\n");
  writeFileSync(join(directory, "config"), configuration(protocol));
  return directory;
}

/** [I29] Only the protocol that was typed; no helpers, redirects, bundles, submodules, upkeep; slow servers are left. */
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

type Run = (
  args: readonly string[],
  maxOutputBytes: number,
  input?: Uint8Array,
  signal?: StopSignal,
) => Promise<Spawned>;

function gitRunner(directory: string, address: GitAddress, context: SourceContext): Run {
  const variables = gitVariables(address, context.environment);
  return async (args, maxOutputBytes, input, signal = context.signal) => {
    const { timeoutMs } = context.limits;
    const options = { cwd: directory, variables, timeoutMs, maxOutputBytes };
    try {
      const spawned = await context.spawn("git", [`--git-dir=${directory}`, ...args], {
        ...options,
        ...(input === undefined ? {} : { input }),
        ...(signal === undefined ? {} : { signal }),
      });
      if (context.signal?.aborted) throw stopped();
      if (spawned.ended === "exited" && spawned.code === 0) return spawned;
      throw failure(spawned, address, timeoutMs);
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || error instanceof OperationError) throw error;
      throw new OperationError("SK604", "there is no program `git` on this machine", {
        hint: "install git",
        cause: error,
      });
    }
  };
}

/** What a user sets for the network; everything else that git would listen to stays outside. */
const PASSED = [
  "PATH",
  "HOME",
  "SSH_AUTH_SOCK",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "GIT_SSL_CAINFO",
  "http_proxy",
  "https_proxy",
  "HTTPS_PROXY",
  "all_proxy",
  "ALL_PROXY",
  "no_proxy",
  "NO_PROXY",
  "SystemRoot",
  "USERPROFILE",
];

function gitVariables(
  { url, protocol, authorization }: GitAddress,
  { variables }: Environment,
): Record<string, string> {
  const passed = PASSED.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]]));
  return {
    ...Object.fromEntries(passed),
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    // An argument would be seen by every user of the machine, and a URL be written down.
    ...(authorization === undefined
      ? {}
      : {
          GIT_CONFIG_COUNT: "1",
          GIT_CONFIG_KEY_0: `http.${url}.extraHeader`,
          GIT_CONFIG_VALUE_0: `Authorization: Basic ${authorization}`,
        }),
  };
}

/** Git has no limit for what it takes over, so its growing file is watched. */
async function fetchRevision(directory: string, address: GitAddress, context: SourceContext, run: Run): Promise<void> {
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
      hint: "skills belong into a repository of their own",
    });
  } finally {
    clearInterval(timer);
  }
}

function packBytes(directory: string, files: Files): number {
  try {
    return files.readDirectory(directory).files.reduce((sum, name) => sum + files.lstat(join(directory, name)).size, 0);
  } catch (error) {
    // Not there yet, or renamed between two calls.
    if (systemCode(error) === "ENOENT") return 0;
    throw error;
  }
}

const DENIED =
  /could not read (?:Username|Password)|Authentication failed|Permission denied \(|returned error: 40[13]\b|Host key verification failed/i;
const MISSING =
  /not found|does not exist|does not appear to be a git repository|couldn't find remote ref|not our ref|not a valid object name|not a tree object|unadvertised object|returned error: (?:404|410)/i;

function failure({ ended, stderr }: Spawned, { source }: GitAddress, timeoutMs: number): OperationError {
  if (ended === "timed-out")
    return new OperationError("SK604", `\`${source}\` did not come within ${timeoutMs} ms`, {
      hint: "try again later",
    });
  if (ended === "too-much-output")
    return new OperationError("SK604", `\`${source}\` has too many files`, { hint: "name a repository of skills" });
  const said = showPath(lastLine(stderr));
  if (DENIED.test(stderr))
    return new OperationError("SK604", `the server of \`${source}\` wants to know who you are (${said})`, {
      hint: "use ssh, or put a token into the address: `https://TOKEN@host/…`; it is neither shown nor written down",
    });
  if (MISSING.test(stderr))
    return new OperationError("SK602", `there is nothing at \`${source}\` (git: ${said})`, {
      hint: "check the name, the part after `#` and your access; a commit is named by all of its digits, and a directory of this machine begins with `./`",
    });
  return new OperationError("SK604", `git could not fetch \`${source}\` (${said})`, {
    hint: "check the address, the network and your access; git is asked without helpers, redirects and passwords",
  });
}

/** Git says most at the end; what a server says through it comes with `remote:`. */
function lastLine(text: string): string {
  const lines = text
    .slice(-4096)
    .split("\n")
    .map((line) => line.trim());
  return (
    // Of a connection that failed, git only says that it did.
    lines.find((line) => /^ssh: |Permission denied \(|^Host key verification failed/.test(line)) ??
    lines.findLast((line) => /^(?:fatal|error):/.test(line)) ??
    lines.findLast((line) => line !== "") ??
    "it said nothing"
  );
}
