/**
 * Copies the package's embedded skills to the user's home. A new copy is created beside the old copy and then renamed,
 * so readers always see a complete copy, either the old or the new one. If a run is killed, the next run removes its
 * leftovers. The code never interprets a skill.
 *
 * skills/.system                    the copy, with its marker
 * skills/.system.staging-PID-RANDOM a copy in progress
 * skills/.system.old-PID-RANDOM     the previous copy, before its removal
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { OperationError, systemCode } from "../../model/errors.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { type DiskWriter, nodeDiskWriter } from "../../platform/writing/disk.ts";
import { FINGERPRINT_FILE, fingerprintDirectory, installedFingerprint } from "./fingerprint.ts";

export interface InstallOptions {
  /** The directory of the embedded skills. */
  readonly source: string;
  /** The directory `$SKILLWRIGHT_HOME`. */
  readonly home: string;
  readonly files?: Files;
  readonly disk?: DiskWriter;
}

export interface InstalledSystemSkill {
  readonly status: "installed" | "updated" | "unchanged";
  readonly path: string;
  readonly fingerprint: string;
}

/**
 * Installs the copy. If a complete and current copy exists, it writes nothing. Throws SK601 if the copy cannot be
 * installed.
 */
export function installSystemSkills({
  source,
  home,
  files = nodeFiles,
  disk = nodeDiskWriter,
}: InstallOptions): InstalledSystemSkill {
  const wanted = readSource(source, files);
  const place: Destination = { parent: join(home, "skills"), path: join(home, "skills", ".system"), files, disk };
  try {
    return { status: bringUpToDate(source, wanted, place), path: place.path, fingerprint: wanted };
  } catch (error) {
    if (error instanceof OperationError || systemCode(error) === "") throw error;
    throw new OperationError(
      "SK601",
      `the embedded skills cannot be written to \`${place.path}\` (${systemCode(error)})`,
      {
        hint: HINTS[systemCode(error)] ?? "check that directory, or set `SKILLWRIGHT_HOME` to another one",
        cause: error,
      },
    );
  }
}

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; free some space, then run the command again",
  EACCES:
    "you may not write to this directory; correct its permissions, or set `SKILLWRIGHT_HOME` to a directory of your own",
  EROFS: "the file system is read-only; set `SKILLWRIGHT_HOME` to a directory elsewhere",
  ENOTDIR: "a file is where a directory is needed; move it away",
  EEXIST: "a file is where a directory is needed; move it away",
};

interface Destination {
  readonly parent: string;
  readonly path: string;
  readonly files: Files;
  readonly disk: DiskWriter;
}

function readSource(source: string, files: Files): string {
  try {
    return fingerprintDirectory(source, files);
  } catch (error) {
    if (!(error instanceof OperationError) && systemCode(error) === "") throw error;
    throw new OperationError("SK601", `the embedded skills cannot be read from \`${source}\``, {
      hint: "the installation is incomplete; install skillwright again",
      cause: error,
    });
  }
}

function bringUpToDate(source: string, wanted: string, place: Destination): InstalledSystemSkill["status"] {
  const { path, parent, files, disk } = place;
  if (installedFingerprint(path, files) === wanted) {
    removeLeftovers(place);
    return "unchanged";
  }
  disk.makeDirectory(parent);
  const before = exists(path, files) || restore(place);
  const staging = leftoverPath(place, "staging");
  inProgress.add(staging);
  try {
    stage(source, staging, wanted, place);
    swapIn(staging, wanted, place);
  } finally {
    inProgress.delete(staging);
  }
  removeLeftovers(place);
  return before ? "updated" : "installed";
}

/** Copies that this process is creating now. They must not be removed as leftovers. */
const inProgress = new Set<string>();

const LEFTOVER = /^\.system\.(staging|old)-(\d+)-[0-9a-f]+$/;

function leftoverPath({ path }: Destination, kind: "staging" | "old"): string {
  return `${path}.${kind}-${process.pid}-${randomBytes(6).toString("hex")}`;
}

/**
 * Ensures that a copy exists during the next installation. If a run stopped between its two renames, the old copy is
 * moved back. Returns true if a copy exists.
 */
function restore(place: Destination): boolean {
  const { parent, path, files, disk } = place;
  for (const name of files.readDirectory(parent).directories) {
    if (LEFTOVER.exec(name)?.[1] !== "old" || installedFingerprint(join(parent, name), files) === undefined) continue;
    if (renamed(join(parent, name), path, disk)) return true;
  }
  return exists(path, files);
}

/** Creates a copy. It writes the marker last and verifies the copy, so that only a complete copy is renamed. */
function stage(source: string, staging: string, wanted: string, { files, disk }: Destination): void {
  copyDirectory(source, staging, { files, disk });
  disk.writeFile(join(staging, FINGERPRINT_FILE), Buffer.from(`${wanted}\n`), false);
  if (installedFingerprint(staging, files) === wanted) return;
  throw new OperationError("SK601", "the embedded skills changed while they were copied", {
    hint: "run the command again",
  });
}

const MAX_FILE_BYTES = 16 * 1024 * 1024;

function copyDirectory(from: string, to: string, { files, disk }: Pick<Destination, "files" | "disk">): void {
  disk.makeDirectory(to);
  const { files: names, directories } = files.readDirectory(from);
  for (const name of names) {
    if (name === FINGERPRINT_FILE) continue;
    const path = join(from, name);
    disk.writeFile(join(to, name), files.readFile(path, MAX_FILE_BYTES), (files.lstat(path).mode & 0o100) !== 0);
  }
  for (const name of directories) copyDirectory(join(from, name), join(to, name), { files, disk });
}

// Maximum attempts. An attempt fails only if another run has just installed its own copy.
const MAX_ROUNDS = 20;

function swapIn(staging: string, wanted: string, place: Destination): void {
  const { path, files, disk } = place;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // If the copy has the wanted edition now, another process has already installed it.
    if (installedFingerprint(path, files) === wanted) return;
    if (!exists(staging, files)) break;
    if (exists(path, files)) renamed(path, leftoverPath(place, "old"), disk);
    if (renamed(staging, path, disk)) return;
  }
  if (!exists(path, files)) restore(place);
  throw new OperationError("SK601", `\`${path}\` cannot be replaced`, {
    hint: "close the programs that use files in this directory, then run the command again",
  });
}

// ENOENT means that another run moved the directory first. The other codes mean that another run installed its copy;
// Windows reports EPERM or EACCES.
const LOST_RACE = new Set(["ENOENT", "ENOTEMPTY", "EEXIST", "EPERM", "EACCES"]);

function renamed(from: string, to: string, disk: DiskWriter): boolean {
  try {
    disk.rename(from, to);
    return true;
  } catch (error) {
    if (!LOST_RACE.has(systemCode(error))) throw error;
    return false;
  }
}

/** Removes leftovers of processes that no longer run. */
function removeLeftovers({ parent, files, disk }: Destination): void {
  const { directories, links, files: others } = files.readDirectory(parent);
  for (const name of [...directories, ...links, ...others]) {
    const [, , pid] = LEFTOVER.exec(name) ?? [];
    const path = join(parent, name);
    if (pid !== undefined && !inProgress.has(path) && !runs(Number(pid))) disk.remove(path);
  }
}

/** Returns true if another process with this id runs. Copies of the current process are recorded in `inProgress`. */
function runs(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process runs as another user.
    return systemCode(error) === "EPERM";
  }
}

function exists(path: string, files: Files): boolean {
  try {
    files.lstat(path);
    return true;
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    return false;
  }
}
