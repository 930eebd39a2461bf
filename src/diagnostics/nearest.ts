/** The names that somebody may have meant, best first: contained in one another, or few letters apart. */
export function nearest(asked: string, names: readonly string[], count = 3): string[] {
  return new NearNames(names).nearest(asked, { count });
}

/** `nearest` over names that stay the same: one look at its letters is enough for a name that cannot come near. */
export class NearNames {
  readonly #names: readonly string[];
  readonly #keys: readonly string[];
  readonly #letters: Int32Array;

  constructor(names: readonly string[]) {
    this.#names = [...new Set(names)];
    this.#keys = this.#names.map((name) => name.toLowerCase());
    this.#letters = Int32Array.from(this.#keys, lettersOf);
  }

  nearest(asked: string, { count = 3, accepts = () => true }: NearOptions = {}): string[] {
    const wanted = asked.toLowerCase();
    const letters = lettersOf(wanted);
    const limit = Math.max(2, Math.floor(wanted.length / 3));
    const scored: { name: string; score: number }[] = [];
    for (let at = 0; at < this.#keys.length; at++) {
      const theirs = this.#letters[at] as number;
      const missing = ones(letters & ~theirs);
      const surplus = ones(theirs & ~letters);
      // A letter that only one of them has costs an edit, and excludes that the other contains it.
      if (missing > limit && surplus > 0) continue;
      const key = this.#keys[at] as string;
      const contained = wanted.length > 2 && (key.includes(wanted) || wanted.includes(key));
      if (!contained && (missing > limit || surplus > limit)) continue;
      const score = contained ? 0.5 : editDistance(wanted, key, limit);
      if (Number.isFinite(score)) scored.push({ name: this.#names[at] as string, score });
    }
    scored.sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1));
    const found: string[] = [];
    for (const { name } of scored) {
      if (found.length === count) break;
      if (accepts(name)) found.push(name);
    }
    return found;
  }
}

interface NearOptions {
  readonly count?: number;
  /** Asked of the best ones only. */
  readonly accepts?: (name: string) => boolean;
}

/** Which letters a name has, a bit for each that differs in its last five. */
function lettersOf(key: string): number {
  let letters = 0;
  for (let at = 0; at < key.length; at++) letters |= 1 << (key.charCodeAt(at) & 31);
  return letters;
}

function ones(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

const MAX_COMPARED = 128;

/** Edit distance, or infinity beyond `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || a.length > MAX_COMPARED) return Number.POSITIVE_INFINITY;
  let above = new Uint16Array(b.length + 1).map((_, index) => index);
  let row = new Uint16Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      const cost = Math.min(above[j - 1]! + same, above[j]! + 1, row[j - 1]! + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return Number.POSITIVE_INFINITY;
    [above, row] = [row, above];
  }
  const result = above[b.length]!;
  return result > limit ? Number.POSITIVE_INFINITY : result;
}
