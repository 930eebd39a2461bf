import { isSkillFile } from "../../model/skills/skill.ts";
import type { Listing } from "../../platform/files/files.ts";

/** A directory that was listed. Directories whose only content is a skill never become one. */
export interface Step {
  readonly path: string;
  /** The real path; differs from `path` only below a link. */
  readonly real: string;
  readonly depth: number;
  readonly parent: Step | undefined;
  readonly listing: Listing;
  /** It holds a SKILL.md, or stands inside a directory that does. */
  readonly insideSkill: boolean;
  readonly isSkill: boolean;
  /** Something at or below it is a skill. */
  fruitful: boolean;
  /** How many of its subdirectories in a row had no skill file. */
  misses: number;
}

/** This directory and all above it are of use. */
export function markFruitful(step: Step): void {
  for (let at: Step | undefined = step; at && !at.fruitful; at = at.parent) at.fruitful = true;
}

/** Whether a directory is the step's own, or one above it. */
export function containsItself(target: string, step: Step): boolean {
  for (let at: Step | undefined = step; at; at = at.parent) {
    if (target === at.real || at.real.startsWith(`${target}/`)) return true;
  }
  return false;
}

/** The entry that is, or was meant to be, the skill file. */
export function skillFileIn({ files, directories, links, others }: Listing): string | undefined {
  for (const names of [files, links, others, directories]) if (names.includes("SKILL.md")) return "SKILL.md";
  return files.find(isSkillFile) ?? links.find(isSkillFile);
}

/** The topmost directories under which there is no skill at all. */
export function topmostBarren(steps: readonly Step[]): Set<string> {
  const paths = new Set<string>();
  for (const leaf of steps) {
    if (leaf.fruitful) continue;
    let top = leaf;
    while (top.parent && top.parent.depth > 0 && !top.parent.fruitful) top = top.parent;
    paths.add(top.path);
  }
  return paths;
}

/** Which real files were handed out. The table is only built once two paths can lead to the same file. */
export class Identity {
  readonly #emitted: string[] = [];
  readonly linkTargets: Map<string, string> = new Map();
  #first: Map<string, string> | undefined;

  constructor(needed: boolean) {
    if (needed) this.#first = new Map();
  }

  /** Call before the first link is entered. */
  demand(): void {
    this.#first ??= new Map(this.#emitted.map((path) => [path, path]));
  }

  /** The path under which the file was handed out before, or undefined and it is noted. */
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
