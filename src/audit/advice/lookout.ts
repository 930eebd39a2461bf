/**
 * One look through a text for many words at once, so that an expression is only tried, and only compiled, where it could
 * match. What a look does not find cannot be there; what it finds need not be.
 */

/** One of these, in small letters, stands in every line that is meant. */
export interface Sought {
  /** Of letters and digits, and between other characters than those. */
  readonly words?: readonly string[];
  /** Anywhere, also within words. */
  readonly pieces?: readonly string[];
}

/** Something that one or more of them need. */
export interface Sighting<T extends Sought> {
  readonly at: number;
  readonly of: readonly T[];
}

/** All that a text has, in order. */
export type Look<T extends Sought> = (text: string) => readonly Sighting<T>[];

export function lookout<T extends Sought>(all: readonly T[]): Look<T> {
  const words = longestFirst(all.flatMap((each) => each.words ?? []));
  const pieces = longestFirst(all.flatMap((each) => each.pieces ?? []));
  const any = new RegExp(`\\b(?:${words.join("|")})\\b|${pieces.map(literally).join("|")}`, "gi");
  const meant = new Map<string, readonly T[]>();
  const whatNeeds = (seen: string): readonly T[] => {
    const known = meant.get(seen) ?? all.filter((each) => couldBe(each, seen));
    meant.set(seen, known);
    return known;
  };
  return (text) => {
    const found: Sighting<T>[] = [];
    any.lastIndex = 0;
    for (let match = any.exec(text); match !== null; match = any.exec(text)) {
      found.push({ at: match.index, of: whatNeeds(match[0].toLowerCase()) });
      // Another may begin within this one.
      any.lastIndex = match.index + 1;
    }
    return found;
  };
}

function longestFirst(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort((a, b) => b.length - a.length);
}

function literally(piece: string): string {
  return piece.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Of several that begin at one place only one is seen, and stands for all of them. */
function couldBe({ words = [], pieces = [] }: Sought, seen: string): boolean {
  return [...words, ...pieces].some((each) => each.startsWith(seen) || seen.startsWith(each));
}
