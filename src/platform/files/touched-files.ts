/**
 * Wraps a file system and records every path that is read, and the state of each path before its first read. Later, one
 * `lstat` call for each path shows whether the same reads would return the same results.
 */
import { lstatSync, realpathSync, type Stats } from "node:fs";
import { systemCode } from "../../model/errors.ts";
import type { Files } from "./files.ts";

export interface TouchedPaths {
  readonly paths: readonly string[];
  /** Five numbers for each path: the kind of the record, and up to four numbers that must be the same. */
  readonly stamps: Float64Array;
  /** The real path of each path that was resolved. */
  readonly resolved: readonly (readonly [path: string, real: string])[];
}

const MISSING = 0;
/** Inode, size, mtime and ctime must be the same. */
const WHOLE = 1;
/** Inode and mode of a directory must be the same. Its other numbers change with its entries, which were not read. */
const DIRECTORY = 2;
export const NUMBERS_PER_PATH = 5;

/**
 * A file that is younger than this may change again without a new time stamp, because clocks of network mounts may
 * only count seconds.
 */
const YOUNG_MS = 2_000;

type Use = "whole" | "itself";

/** The file system behind each wrapper. */
const RECORDED = new WeakMap<Files, Files>();

/** Returns true if `files` records the paths that are read from `base`. */
export function isRecording(files: Files, base: Files): boolean {
  return RECORDED.get(files) === base;
}

export class TouchedFiles {
  readonly files: Files;
  readonly #uses = new Map<string, Use>();
  readonly #paths: string[] = [];
  readonly #stamps: number[] = [];
  readonly #resolved = new Map<string, string>();
  readonly #latestMs: number;
  #isProof = true;

  constructor(base: Files, nowMs: number) {
    this.#latestMs = nowMs - YOUNG_MS;
    this.files = this.#record(base);
    RECORDED.set(this.files, base);
  }

  /** Records a path on which the result depends, although no method of `files` reads it. */
  dependOn(path: string): void {
    this.#note(path, "whole");
  }

  /** Returns the record; undefined if the same stamps would not prove the same results. */
  finish(): TouchedPaths | undefined {
    if (!this.#isProof) return undefined;
    return { paths: this.#paths, stamps: Float64Array.from(this.#stamps), resolved: [...this.#resolved] };
  }

  #record(base: Files): Files {
    return {
      readHead: (path, into, maxBytes) => {
        this.#note(path, "whole");
        return base.readHead(path, into, maxBytes);
      },
      readFile: (path, maxBytes) => {
        this.#note(path, "whole");
        return base.readFile(path, maxBytes);
      },
      readDirectory: (path) => {
        this.#note(path, "whole");
        return base.readDirectory(path);
      },
      linksOn: (device, path) => {
        this.#note(path, "whole");
        return base.linksOn(device, path);
      },
      lstat: (path) => {
        this.#note(path, "itself");
        return base.lstat(path);
      },
      stamp: (path) => {
        this.#note(path, "itself");
        return base.stamp(path);
      },
      stat: (path) => {
        this.#note(path, "itself");
        return base.stat(path);
      },
      exists: (path) => {
        this.#note(path, "itself");
        return base.exists(path);
      },
      isExecutable: (path) => {
        this.#note(path, "itself");
        return base.isExecutable(path);
      },
      realPath: (path) => {
        this.#note(path, "itself");
        const real = base.realPath(path);
        this.#resolved.set(path, real);
        return real;
      },
    };
  }

  #note(path: string, use: Use): void {
    const before = this.#uses.get(path);
    if (before === "whole" || before === use) return;
    this.#uses.set(path, use);
    const stats = statsOf(path);
    if (stats === "unknown") this.#isProof = false;
    else if (stats === undefined) this.#push(path, [MISSING, 0, 0, 0, 0]);
    else if (use === "itself" && stats.isDirectory()) this.#push(path, [DIRECTORY, stats.ino, stats.mode, 0, 0]);
    else {
      const { ino, size, mtimeMs, ctimeMs } = stats;
      if (mtimeMs > this.#latestMs || ctimeMs > this.#latestMs) this.#isProof = false;
      this.#push(path, [WHOLE, ino, size, mtimeMs, ctimeMs]);
      if (stats.isSymbolicLink()) this.#noteTarget(path, use);
    }
  }

  /** Records the target of a symlink, too, because most reads follow symlinks. */
  #noteTarget(path: string, use: Use): void {
    try {
      const real = realpathSync.native(path);
      this.#resolved.set(path, real);
      this.#note(real, use);
    } catch (error) {
      // The target of a broken symlink can appear at any time.
      if (systemCode(error) === "") throw error;
      this.#isProof = false;
    }
  }

  #push(path: string, stamp: readonly number[]): void {
    this.#paths.push(path);
    this.#stamps.push(...stamp);
  }
}

/** Returns undefined if nothing is at the path, and "unknown" if the system refuses the call. */
function statsOf(path: string): Stats | "unknown" | undefined {
  try {
    return lstatSync(path, QUIET);
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : "unknown";
  }
}

const QUIET = { throwIfNoEntry: false } as const;

/** Returns true if all recorded reads would return the same results now. */
export function areUntouched({ paths, stamps, resolved }: TouchedPaths): boolean {
  for (let at = 0; at < paths.length; at++)
    if (!isUntouched(paths[at] as string, stamps, at * NUMBERS_PER_PATH)) return false;
  try {
    return resolved.every(([path, real]) => realpathSync.native(path) === real);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return false;
  }
}

function isUntouched(path: string, stamps: Float64Array, at: number): boolean {
  const stats = statsOf(path);
  if (stats === "unknown") return false;
  const kind = stamps[at];
  if (stats === undefined) return kind === MISSING;
  if (kind === DIRECTORY) return stats.ino === stamps[at + 1] && stats.mode === stamps[at + 2];
  return (
    kind === WHOLE &&
    stats.ino === stamps[at + 1] &&
    stats.size === stamps[at + 2] &&
    stats.mtimeMs === stamps[at + 3] &&
    stats.ctimeMs === stamps[at + 4]
  );
}

/** Wraps variables and records the names that are read. */
export class TouchedVariables {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly #read = new Set<string>();
  #isListed = false;

  constructor(base: Readonly<Record<string, string | undefined>>) {
    const note = (name: string | symbol): void => {
      if (typeof name === "string") this.#read.add(name);
    };
    this.variables = new Proxy(base, {
      get: (_, name) => {
        note(name);
        return Reflect.get(base, name);
      },
      has: (_, name) => {
        note(name);
        return Reflect.has(base, name);
      },
      getOwnPropertyDescriptor: (_, name) => {
        note(name);
        return Reflect.getOwnPropertyDescriptor(base, name);
      },
      ownKeys: () => {
        this.#isListed = true;
        return Reflect.ownKeys(base);
      },
    });
  }

  /** Returns the names that were read; undefined if all names were listed. */
  finish(): readonly string[] | undefined {
    return this.#isListed ? undefined : [...this.#read];
  }
}
