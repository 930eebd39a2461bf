/**
 * Matches patterns of a host's settings: `*` and `?` within a path segment, `**` across segments. Regular expressions
 * could take exponential time. This matcher follows all alternatives at the same time and counts its steps.
 */

/**
 * Maximum steps of a matcher, which take about one second. A few patterns on a thousand skills need a tenth of these
 * steps.
 */
const MAX_STEPS = 20_000_000;
/** Maximum tokens of a pattern. A pattern with more tokens is longer than any path. */
const MAX_TOKENS = 4096;

export type Glob = readonly Token[];

/**
 * A part of a pattern. `?` matches one character of a segment, `*` any characters of a segment, and `**` any
 * characters. `**` with its slash and `inside` together match any number of whole segments; `inside` stands for the
 * characters in these segments.
 */
type Token = { readonly character: string } | "?" | "*" | "**" | "**/" | "inside";

export function parseGlob(pattern: string): Glob {
  return pattern.split(/(\*\*\/|\*\*|\*|\?)/).flatMap((part): Token[] => {
    if (part === "**/") return ["**/", "inside"];
    if (part === "**" || part === "*" || part === "?") return [part];
    return Array.from(part, (character) => ({ character }));
  });
}

export class GlobMatcher {
  #left = MAX_STEPS;

  /**
   * Returns true if the whole text matches. A pattern that is too long never matches. When all steps are used up,
   * nothing matches any more.
   */
  matches(glob: Glob, text: string): boolean {
    if (glob.length > MAX_TOKENS) return false;
    let at = new Ways(glob);
    let next = new Ways(glob);
    at.arrive(0);
    for (const character of text) {
      this.#left -= at.step(character, next);
      if (next.isEmpty || this.#left < 0) return false;
      [at, next] = [next, at];
      next.clear();
    }
    return at.has(glob.length);
  }
}

/** The positions that a matcher can have reached in a pattern after it has read a part of the text. */
class Ways {
  readonly #glob: Glob;
  readonly #marks: Uint8Array;
  #first = Number.POSITIVE_INFINITY;
  #last = -1;

  constructor(glob: Glob) {
    this.#glob = glob;
    this.#marks = new Uint8Array(glob.length + 1);
  }

  get isEmpty(): boolean {
    return this.#last === -1;
  }

  has(place: number): boolean {
    return this.#marks[place] === 1;
  }

  clear(): void {
    this.#marks.fill(0);
    this.#first = Number.POSITIVE_INFINITY;
    this.#last = -1;
  }

  /** Adds a position, and the later positions that are reached without another character. */
  arrive(place: number): void {
    for (let at = place; at <= this.#glob.length && !this.has(at); ) {
      this.#marks[at] = 1;
      this.#first = Math.min(this.#first, at);
      this.#last = Math.max(this.#last, at);
      const token = this.#glob[at];
      if (token === "**/") {
        this.#marks[at + 1] = 1;
        at += 2;
      } else if (token === "*" || token === "**") at++;
      else return;
    }
  }

  /** Advances by one character, and returns the number of positions examined. */
  step(character: string, next: Ways): number {
    const lineEnd = LINE_END.test(character);
    for (let place = this.#first; place <= this.#last; place++) {
      const token = this.has(place) ? this.#glob[place] : undefined;
      if (token === undefined) continue;
      if (token === "?") {
        if (character !== "/") next.arrive(place + 1);
      } else if (token === "*") {
        if (character !== "/") next.arrive(place);
      } else if (token === "**" || token === "inside") {
        if (!lineEnd) next.arrive(place);
        if (token === "inside" && character === "/") next.arrive(place + 1);
      } else if (token !== "**/" && token.character === character) next.arrive(place + 1);
    }
    return this.#last - this.#first + 1;
  }
}

const LINE_END = /[\n\r\u2028\u2029]/;
