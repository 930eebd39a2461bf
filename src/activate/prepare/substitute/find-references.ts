import type { Piece } from "./pieces.ts";

/** Different paths of one body that are looked for. */
const MAX_LOOKED_UP = 1000;

/**
 * Matches a relative path with at least one directory that is not part of a longer word. The lookbehind also keeps the
 * engine from reading a long word again from each of its letters.
 */
const PATH = /(?<![\w./\\~$}%@-])(?:\.\/)?([\w-][\w.-]*(?:\/[\w-][\w.-]*)+)/g;

/** References to files that the skill has, made absolute. */
export function findReferences(body: string, absolute: (path: string) => string | undefined): Piece[] {
  const known = new Map<string, string | undefined>();
  const pieces: Piece[] = [];
  for (const match of body.matchAll(PATH)) {
    // The full stop of a sentence is not the file's. The look back keeps a row of them from being read from each one.
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
