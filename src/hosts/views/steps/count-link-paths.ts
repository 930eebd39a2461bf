/**
 * Counts paths through cyclic symlinks without walking them. With one cycle, the paths end at the system's limit of
 * symlinks. With two cycles, the number of paths doubles at each level.
 */
import type { WalkRule } from "../../../model/host-profile.ts";
import type { Files } from "../../../platform/files/files.ts";
import { followPath, listDirectory } from "./walked-directory.ts";
import { whyNotEntered } from "./why-not-entered.ts";

/**
 * Linux's limits for the number of symlinks in a path and for the length of a path. No other system has larger limits.
 */
const MAX_LINKS = 40;
const MAX_PATH = 4096;
/** Maximum number of paths that a host can walk in a reasonable time. */
const MAX_WAYS = 10_000_000;

/** The number of paths to a directory, and the length of the shortest path. */
interface Ways {
  readonly count: number;
  readonly length: number;
}

/** Returns true if a host that follows every symlink has too many paths to finish. */
export function hasTooManyLinkPaths(top: string, rule: WalkRule, files: Files): boolean {
  let total = 0;
  let known = new Map<string, Ways>([[top, { count: 1, length: top.length }]]);
  for (let turn = 0; turn <= MAX_LINKS && known.size > 0; turn++) {
    const linked = new Map<string, Ways>();
    const depths = byDepth([...known.keys()]);
    // When the loop reaches a level, its counts are complete, because only the level above adds to them.
    for (let depth = 0; depth < depths.length; depth++)
      for (const path of depths[depth] ?? []) {
        const ways = known.get(path) as Ways;
        total += ways.count;
        if (total > MAX_WAYS) return true;
        const listing = listDirectory(path, files);
        for (const name of listing.directories) {
          const child = `${path}/${name}`;
          const isNew = !known.has(child);
          if (whyNotEntered(name, rule) || !arrive(known, child, ways, name) || !isNew) continue;
          depths[depth + 1] ??= [];
          depths[depth + 1]?.push(child);
        }
        for (const name of listing.links) {
          const target = whyNotEntered(name, rule) ? undefined : followPath(`${path}/${name}`, files);
          if (target !== undefined && files.stat(target).kind === "directory") arrive(linked, target, ways, name);
        }
      }
    known = linked;
  }
  return false;
}

function byDepth(paths: readonly string[]): string[][] {
  const depths: string[][] = [];
  for (const path of paths) {
    const depth = path.split("/").length;
    depths[depth] ??= [];
    depths[depth].push(path);
  }
  return depths;
}

/** Adds paths to a directory. Returns false if the path is too long. */
function arrive(known: Map<string, Ways>, path: string, { count, length }: Ways, name: string): boolean {
  const longer = length + 1 + name.length;
  if (longer > MAX_PATH) return false;
  const before = known.get(path);
  known.set(path, { count: count + (before?.count ?? 0), length: Math.min(longer, before?.length ?? longer) });
  return true;
}
