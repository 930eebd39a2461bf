/**
 * Returns the names that the user may have meant, best first. Two names match if one contains the other, or if only few
 * letters differ.
 */
export function findNearest(asked: string, names: readonly string[], count = 3): string[] {
  return new NearestNames(names).nearest(asked, { count });
}

/** Finds similar names repeatedly in the same list of names. A letter mask excludes most names quickly. */
export class NearestNames {
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
    const distanceTo = makeDistance(wanted, limit);
    const scored: { name: string; score: number }[] = [];
    for (let at = 0; at < this.#keys.length; at++) {
      const theirs = this.#letters[at] as number;
      const missing = ones(letters & ~theirs);
      const surplus = ones(theirs & ~letters);
      const key = this.#keys[at] as string;
      // Each letter that occurs in only one of the names costs one edit. A name with such a letter cannot be a part of
      // the other name.
      const contained =
        wanted.length > 2 && ((missing === 0 && key.includes(wanted)) || (surplus === 0 && wanted.includes(key)));
      if (!contained && (missing > limit || surplus > limit)) continue;
      const score = contained ? 0.5 : distanceTo(key);
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
  /** Returns true if a name may be suggested. It is called only for the best names. */
  readonly accepts?: (name: string) => boolean;
}

/** Returns a bit mask of a name's letters. The last five bits of a letter's code select the bit. */
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

/** Returns true if the lengths of two names already differ by more than the limit, or if a name is too long. */
function isFarther(a: string, b: string, limit: number): boolean {
  return Math.abs(a.length - b.length) > limit || a.length > MAX_COMPARED;
}

/**
 * Returns a function that computes the edit distance between `a` and another word. It returns infinity if the distance
 * is larger than `limit`.
 */
export function makeDistance(a: string, limit: number): (b: string) => number {
  const within = a.length > 0 && a.length <= BITS ? byBits(a) : byRows(a, limit);
  return (b) => {
    if (isFarther(a, b, limit)) return Number.POSITIVE_INFINITY;
    const distance = within(b);
    return distance > limit ? Number.POSITIVE_INFINITY : distance;
  };
}

const BITS = 32;

/**
 * Returns a function that computes a whole row of the distance table at once (Myers, "A fast bit-vector algorithm").
 * Each bit shows whether a cell is one more or one less than the cell above it.
 */
function byBits(a: string): (b: string) => number {
  const places = new Map<number, number>();
  for (let i = 0; i < a.length; i++) places.set(a.charCodeAt(i), (places.get(a.charCodeAt(i)) ?? 0) | (1 << i));
  const last = 1 << (a.length - 1);
  return (b) => {
    let more = -1;
    let less = 0;
    let distance = a.length;
    for (let j = 0; j < b.length; j++) {
      const same = places.get(b.charCodeAt(j)) ?? 0;
      const across = ((((same & more) + more) | 0) ^ more) | same;
      let rises = less | ~(across | more);
      let falls = more & across;
      if (rises & last) distance++;
      else if (falls & last) distance--;
      rises = (rises << 1) | 1;
      falls <<= 1;
      const down = same | less;
      more = falls | ~(down | rises);
      less = rises & down;
    }
    return distance;
  };
}

function byRows(a: string, limit: number): (b: string) => number {
  return (b) => {
    let row = Array.from({ length: b.length + 1 }, (_, index) => index);
    for (let i = 1; i <= a.length; i++) {
      const above = row;
      row = [i];
      for (let j = 1; j <= b.length; j++)
        row.push(Math.min(above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), above[j]! + 1, row[j - 1]! + 1));
      if (Math.min(...row) > limit) return Number.POSITIVE_INFINITY;
    }
    return row[b.length]!;
  };
}
