import { isSkillFile } from "../../model/skills/skill.ts";
import type { Listing } from "../../platform/files/files.ts";

/** A directory that was listed. Directories that contain only a skill are not recorded. */
export interface ScannedDirectory {
  readonly path: string;
  /** The real path; differs from `path` only below a symlink. */
  readonly real: string;
  readonly depth: number;
  readonly parent: ScannedDirectory | undefined;
  readonly listing: Listing;
  /** True if this directory or one of its parents contains a SKILL.md. */
  readonly insideSkill: boolean;
  readonly isSkill: boolean;
  /** True if this directory or a directory below it is a skill. */
  fruitful: boolean;
  /** Number of subdirectories in a row, up to the last visited one, that have no skill file. */
  misses: number;
}

/** Marks this directory and its parents as directories that contain a skill. */
export function markContainsSkill(step: ScannedDirectory): void {
  for (let at: ScannedDirectory | undefined = step; at && !at.fruitful; at = at.parent) at.fruitful = true;
}

/** Returns true if a directory is the directory that is being searched, or one of its parents. */
export function containsItself(target: string, step: ScannedDirectory): boolean {
  for (let at: ScannedDirectory | undefined = step; at; at = at.parent) {
    if (target === at.real || at.real.startsWith(`${target}/`)) return true;
  }
  return false;
}

/** Returns the entry that is, or was meant to be, the skill file. */
export function listedSkillFile({ files, directories, links, others }: Listing): string | undefined {
  for (const names of [files, links, others, directories]) if (names.includes("SKILL.md")) return "SKILL.md";
  return files.find(isSkillFile) ?? links.find(isSkillFile);
}

/** Returns the topmost directories without any skill. */
export function topmostWithoutSkills(steps: readonly ScannedDirectory[]): Set<string> {
  const paths = new Set<string>();
  for (const leaf of steps) {
    if (leaf.fruitful) continue;
    let top = leaf;
    while (top.parent && top.parent.depth > 0 && !top.parent.fruitful) top = top.parent;
    paths.add(top.path);
  }
  return paths;
}

/**
 * Tracks real files that were passed to `onSkill`. The table is built only when two paths can lead to the same file.
 */
export class Identity {
  readonly #emitted: string[] = [];
  readonly linkTargets: Map<string, string> = new Map();
  #first: Map<string, string> | undefined;

  constructor(needed: boolean) {
    if (needed) this.#first = new Map();
  }

  /** Starts to track real files. The scan must call this before it enters the first symlink. */
  demand(): void {
    this.#first ??= new Map(this.#emitted.map((path) => [path, path]));
  }

  /** Returns the earlier path of the file. If there is none, records the new path and returns undefined. */
  claim(real: string, path: string): string | undefined {
    if (this.#first === undefined) {
      this.#emitted.push(real);
      return undefined;
    }
    const earlier = this.#first.get(real);
    if (earlier === undefined) this.#first.set(real, path);
    return earlier;
  }
}
