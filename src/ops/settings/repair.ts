/**
 * Repairs damaged files that store the user's decisions. It keeps a copy, and writes a file that withholds at least as
 * many skills. A repair never allows a skill. Damaged configurations and policies must be corrected by their author.
 */
import { type LoadOptions, loadSkills } from "../../catalog/load/load.ts";
import { fileList } from "../../install/journal/store.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import type { ApprovedFiles } from "../../model/rules/approval.ts";
import { INSTALL_LIMITS } from "../../model/skills/bundle.ts";
import { directoryOfSkill } from "../../model/skills/skill.ts";
import { type Snapshot, skillsOfEveryOutcome } from "../../model/skills/snapshot.ts";
import { isInside } from "../../model/text/is-inside.ts";
import { type Environment, nodeEnvironment, platformDirectories } from "../../platform/environment.ts";
import { entryExists } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { changeFiles, type LockedFiles } from "../../platform/writing/change-files.ts";
import { moveTree, writeNewFile } from "../../platform/writing/write-tree.ts";
import { formatApprovals, readApprovalDigests, readApprovals } from "../../trust/approvals/approvals.ts";
import { digestBundle } from "../../trust/bundle/digest.ts";
import { readDirectoryBundle } from "../../trust/bundle/read-directory-bundle.ts";
import {
  type DecisionFile,
  formatDecisions,
  readDecisions,
  SERVER_APPROVALS,
  SERVER_PROGRAMS,
  TRUSTED_FOLDERS,
} from "../../trust/folders/decisions.ts";
import { projectLockOf, resolveKeys, userLockOf } from "../../trust/locks/lock-keys.ts";
import { readLockDigests } from "../../trust/locks/skills-lock.ts";
import { readStamps } from "../../trust/locks/stamps.ts";
import { type StatePaths, statePathsOf } from "../../trust/locks/state-paths.ts";

export interface Repair {
  readonly path: string;
  readonly problem: string;
  /** `rewrite`: the repair replaces the file. `none`: the author of the file must correct it. */
  readonly action: "rewrite" | "none";
  /** The consequence of the repair, as a sentence. */
  readonly effect: string;
}

export interface RepairRequest {
  /** True to write the repair. */
  readonly apply: boolean;
}

/** Returns the damaged files that apply here, each with its repair. */
export async function repairFiles({ apply }: RepairRequest, options: LoadOptions): Promise<Repair[]> {
  const environment = options.environment ?? nodeEnvironment();
  const { snapshot } = await loadSkills({ ...options, host: "skillwright", onDamage: () => undefined });
  const statePaths = statePathsOf(environment, snapshot.projectRoot);
  const settings = damagedSettings(snapshot);
  const { config } = platformDirectories(environment);
  // If the configuration directory cannot be read, no file in it can be repaired.
  const isReadable = !settings.some(({ path }) => path === config);
  const repairs = isReadable ? [...damagedLocks(statePaths), ...damagedDecisions(environment), ...settings] : settings;
  if (apply) for (const repair of repairs) await carryOut(repair, { statePaths, snapshot });
  return repairs;
}

interface Ground {
  readonly statePaths: StatePaths;
  readonly snapshot: Snapshot;
}

async function carryOut({ path, action }: Repair, ground: Ground): Promise<void> {
  if (action === "none") return;
  const [decisions] = DECISIONS.find(([{ name }]) => path.endsWith(`/${name}`)) ?? [];
  await changeFiles([path, ground.statePaths.approvals], (files) => {
    if (decisions) replace(path, formatDecisions(decisions, decisions.empty), files);
    else holdAgain(path, ground, files);
  });
}

function damagedLocks({ approvals, userLock, projectLock }: StatePaths): Repair[] {
  const effect =
    "models see only skills whose approval is in the cache; to approve the other skills again, run `skillwright approve --changed`";
  const problem = (path: string): string | undefined => {
    try {
      (path === approvals ? readApprovalDigests : readLockDigests)(path, nodeFiles);
      return undefined;
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      return error.message;
    }
  };
  return [...new Set([approvals, userLock, projectLock])].flatMap((path): Repair[] => {
    const found = problem(path);
    return found === undefined ? [] : [{ path, problem: found, action: "rewrite", effect }];
  });
}

/** Files that store what the user has allowed. The repair replaces them with an empty file, which allows nothing. */
const DECISIONS: readonly (readonly [DecisionFile, effect: string])[] = [
  [TRUSTED_FOLDERS, "no folder is trusted; run `skillwright trust` in each project"],
  [
    SERVER_APPROVALS,
    "skills of MCP servers are hidden from models; run `skillwright approve mcp:SERVER:NAME` for each skill",
  ],
  [
    SERVER_PROGRAMS,
    "MCP servers of projects do not start; run `skillwright trust --allow-server NAME` for each server",
  ],
];

function damagedDecisions(environment: Environment): Repair[] {
  const { config } = platformDirectories(environment);
  return DECISIONS.flatMap(([file, effect]): Repair[] => {
    const { path, damaged } = readDecisions(file, config, nodeFiles);
    const problem = `\`${path}\` cannot be used: ${damaged}`;
    return damaged === undefined ? [] : [{ path, problem, action: "rewrite", effect }];
  });
}

function damagedSettings({ diagnostics }: Snapshot): Repair[] {
  const found = diagnostics.filter(({ code }) => code === "SK030" || code === "SK420");
  return found.map(({ path, at, message, help }): Repair => {
    const where = at === undefined ? "" : `:${at.line}:${at.column}`;
    const file = path ?? at?.path ?? "";
    return { path: file, problem: `${file}${where}: ${message}`, action: "none", effect: help ?? "correct the file" };
  });
}

/** A digest that no directory has. A skill with this approval stays withheld. */
const NO_DIGEST = `sha256:${"0".repeat(64)}`;

/**
 * Restores the approvals from the cache. Without a cache, it withholds every skill that an approval in the damaged file
 * could have covered.
 */
function holdAgain(path: string, { statePaths, snapshot }: Ground, files: LockedFiles): void {
  const { approvals } = statePaths;
  const held = new Map<string, ApprovedFiles>(path === approvals ? [] : approvalsOf(statePaths));
  for (const [directory, digest] of knownDigests(path, statePaths) ?? everySkill(path, statePaths, snapshot))
    if (!held.has(directory)) held.set(directory, { digest, files: filesWith(digest, directory) });
  if (path !== approvals) files.write(approvals, formatApprovals(held));
  replace(path, path === approvals ? formatApprovals(held) : undefined, files);
}

/** Returns the stored approvals. Damaged approvals were repaired earlier, so they can be read here. */
function approvalsOf({ approvals }: StatePaths): Iterable<readonly [string, ApprovedFiles]> {
  return readApprovals(approvals, nodeFiles);
}

/**
 * Returns the digests that the file contained when it was last read. They come from the cache; undefined if the cache
 * has none.
 */
function knownDigests(path: string, statePaths: StatePaths): (readonly [string, string])[] | undefined {
  try {
    const known = readStamps(statePaths.stamps, nodeFiles).locks.get(path)?.digests;
    if (known === undefined || path === statePaths.approvals) return known && Object.entries(known);
    const lock = path === statePaths.projectLock ? projectLockOf(statePaths) : userLockOf(statePaths);
    return resolveKeys(Object.entries(known), lock, nodeFiles).held.map(({ directory, value }) => [directory, value]);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return undefined;
  }
}

function everySkill(path: string, { projectLock, projectRoot }: StatePaths, snapshot: Snapshot): [string, string][] {
  const directories = skillsOfEveryOutcome(snapshot)
    .filter(({ root }) => root.source === undefined)
    .map(directoryOfSkill);
  return directories
    .filter((directory) => path !== projectLock || isInside(directory, projectRoot))
    .map((directory) => [directory, NO_DIGEST]);
}

/** Returns the file list of a directory. Returns an empty list if the directory's content no longer has this digest. */
function filesWith(digest: string, directory: string): ApprovedFiles["files"] {
  if (digest === NO_DIGEST || !nodeFiles.exists(directory)) return {};
  const read = readDirectoryBundle(directory, nodeFiles, INSTALL_LIMITS);
  return "bundle" in read && digestBundle(read.bundle) === digest ? fileList(read.bundle) : {};
}

/** Replaces a damaged file, and keeps a copy of it. If `text` is undefined, the file is only removed. */
function replace(path: string, text: string | undefined, files: LockedFiles): void {
  const aside = freeName(`${path}.damaged`);
  // The old file stays until the new file replaces it, so that readers always find a file.
  const bytes = bytesOf(path);
  if (bytes === undefined) moveTree(path, aside);
  else writeNewFile(aside, bytes, 0o600);
  if (text === undefined) files.remove(path);
  else files.write(path, text);
}

/** Returns the bytes of a file. Returns undefined if it is not a regular file, is too large, or is unreadable. */
function bytesOf(path: string): Uint8Array | undefined {
  try {
    return nodeFiles.lstat(path).kind === "file" ? nodeFiles.readFile(path, MAX_COPY_BYTES) : undefined;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

const MAX_COPY_BYTES = 64 * 1024 * 1024;

function freeName(path: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? path : `${path}-${number}`;
    if (!entryExists(name, nodeFiles)) return name;
  }
}
