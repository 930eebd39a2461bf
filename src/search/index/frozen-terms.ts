/**
 * Terms that can be looked up directly in memory that was read from a file. The file has the terms' characters in
 * sequence, the end of each term, and a hash table.
 */
export interface FrozenTexts {
  /** UTF-16 units of all texts. */
  readonly units: Uint16Array;
  /** The end of each text; the first number is 0. */
  readonly ends: Uint32Array;
}

export interface FrozenTerms extends FrozenTexts {
  /** Term numbers by hash; 0 means a free slot. The length is a power of two. */
  readonly slots: Uint32Array;
  /**
   * The seed of the hash. It depends on all documents, so that an attacker cannot choose words that all share one slot.
   */
  readonly seed: number;
}

export function freezeTexts(count: number, textOf: (number: number) => string): FrozenTexts {
  const ends = new Uint32Array(count);
  for (let number = 1; number < count; number++) ends[number] = (ends[number - 1] as number) + textOf(number).length;
  const units = new Uint16Array(ends.at(-1) ?? 0);
  for (let number = 1; number < count; number++) {
    const text = textOf(number);
    const start = ends[number - 1] as number;
    for (let at = 0; at < text.length; at++) units[start + at] = text.charCodeAt(at);
  }
  return { units, ends };
}

export function freezeTerms(count: number, textOf: (number: number) => string, seed: number): FrozenTerms {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 1)));
  for (let number = 1; number < count; number++) {
    let slot = hash(textOf(number), seed) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = number;
  }
  return { ...freezeTexts(count, textOf), slots, seed };
}

/** Returns the number of a term, or 0. */
export function findFrozen(text: string, frozen: FrozenTerms): number {
  const { slots, seed } = frozen;
  // The number of tries is limited, because a file can contain any table. In a table without a free slot, the search
  // would never end.
  for (let tries = 0, slot = hash(text, seed); tries < slots.length; tries++, slot++) {
    const number = slots[slot & (slots.length - 1)] as number;
    if (number === 0 || isText(number, text, frozen)) return number;
  }
  return 0;
}

export function frozenText(number: number, { units, ends }: FrozenTexts): string {
  return String.fromCharCode(...units.subarray(ends[number - 1] ?? 0, ends[number] ?? 0));
}

function isText(number: number, text: string, { units, ends }: FrozenTexts): boolean {
  const start = ends[number - 1] as number;
  if ((ends[number] as number) - start !== text.length) return false;
  for (let at = 0; at < text.length; at++) if (units[start + at] !== text.charCodeAt(at)) return false;
  return true;
}

/** The FNV-1a hash of Fowler, Noll and Vo. */
function hash(text: string, seed: number): number {
  let value = seed ^ 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
