import type { ReplacedPiece } from "./pieces.ts";

/** Maximum number of different paths in one body that are looked up. */
const MAX_LOOKED_UP = 1000;

/**
 * Matches a relative path that contains a directory and does not begin inside a longer word. The lookbehind also prevents
 * a new attempt at each letter of a long word, which would be slow.
 */
const PATH = /(?<![\w./\\~$}%@-])(?:\.\/)?([\w-][\w.-]*(?:\/[\w-][\w.-]*)+)/g;

/** Finds references to existing files of the skill, with their absolute paths. */
export function findReferences(body: string, absolute: (path: string) => string | undefined): ReplacedPiece[] {
  const known = new Map<string, string | undefined>();
  const pieces: ReplacedPiece[] = [];
  for (const match of body.matchAll(PATH)) {
    // Removes full stops after the path. The lookbehind keeps the time linear for a long row of full stops.
    const path = (match[1] as string).replace(/(?<!\.)\.+$/, "");
    if (!known.has(path)) {
      if (known.size >= MAX_LOOKED_UP) continue;
      known.set(path, absolute(path));
    }
    const value = known.get(path);
    const lead = match[0].length - (match[1] as string).length;
    if (value !== undefined) pieces.push({ start: match.index, end: match.index + lead + path.length, value });
  }
  return pieces;
}
