/**
 * Finds the skills that match the typed text, best first, with the letters to highlight. The order is: names with a
 * word that starts with the text, names with its letters in this order, then descriptions. The search ends once it has
 * more rows than a user would scroll through. The time for a key therefore does not depend on the number of skills.
 */
import { go, type SnapshotKey, snapshot } from "fuzzysort";
import type { PickItem } from "./item.ts";
import { pickerWords, WordIndex } from "./word-index.ts";

export interface PickerRow {
  readonly item: PickItem;
  /** Returns the positions of matching letters in the name, in order. It is called only for visible rows. */
  letters(): readonly number[];
}

export interface FoundRows {
  readonly rows: readonly PickerRow[];
  /** Number of matches. If `more` is true, there are at least this many. */
  readonly total: number;
  readonly more: boolean;
}

/** Maximum number of rows. If there are more matches, the user types another letter. */
const MAX_ROWS = 100;
/**
 * If a short word already has this many matches, the search ends. Scattered letters and descriptions are then not
 * searched.
 */
const ENOUGH = 50;
/** Minimum score of a match. With a lower score, letters match only by chance. */
const THRESHOLD = 0.3;
const MIN_LETTERS = 3;
/** Maximum number of cached searches. They are used again when the user deletes letters. */
const MAX_REMEMBERED = 64;

export class RowFinder {
  readonly #items: readonly PickItem[];
  readonly #names: SnapshotKey<PickItem>;
  readonly #positions: ReadonlyMap<PickItem, number>;
  readonly #nameWords: WordIndex;
  readonly #named: ReadonlyMap<string, PickItem>;
  readonly #remembered = new Map<string, FoundRows>();
  #descriptions: WordIndex | undefined;
  #all: readonly PickerRow[] | undefined;

  constructor(items: readonly PickItem[]) {
    this.#items = items;
    this.#positions = new Map(items.map((item, at) => [item, at]));
    this.#names = snapshot([...items], { key: (item) => item.name });
    this.#nameWords = new WordIndex(items.map(({ name }) => name));
    this.#named = new Map(items.toReversed().map((item) => [item.name.toLowerCase(), item]));
  }

  find(query: string): FoundRows {
    const asked = query.trim();
    const known = this.#remembered.get(asked);
    if (known) return known;
    const found = asked === "" ? this.#everything() : this.#search(asked);
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(asked, found);
    return found;
  }

  #everything(): FoundRows {
    this.#all ??= this.#items.map((item): PickerRow => ({ item, letters: () => [] }));
    return { rows: this.#all, total: this.#all.length, more: false };
  }

  #search(asked: string): FoundRows {
    const parts = pickerWords(asked);
    const rows = this.#beginning(parts, this.#named.get(asked.toLowerCase()));
    if (rows.length >= MAX_ROWS) return { rows, total: rows.length, more: true };
    const short = parts.every((part) => part.length < MIN_LETTERS);
    if (short && rows.length >= ENOUGH) return { rows, total: rows.length, more: true };
    const seen = new Set(rows.map(({ item }) => item));
    const add = (row: PickerRow): void => {
      if (seen.has(row.item) || rows.length >= MAX_ROWS) return;
      seen.add(row.item);
      rows.push(row);
    };
    this.#fuzzy(asked).forEach(add);
    if (rows.length < MAX_ROWS) this.#described(parts).forEach(add);
    return { rows, total: rows.length, more: rows.length >= MAX_ROWS };
  }

  /**
   * Returns the names whose words begin with the typed parts. An exact name comes first, wherever it is in the list.
   * Then come names that contain the parts as whole words, and names that start with the first part.
   */
  #beginning(parts: readonly string[], called: PickItem | undefined): PickerRow[] {
    const found = this.#nameWords.all(parts, MAX_ROWS).map((at) => this.#items[at] as PickItem);
    const items =
      called === undefined ? found : [called, ...found.filter((item) => item !== called)].slice(0, MAX_ROWS);
    const ranks = new Map(
      items.map((item) => [item, item === called ? Number.POSITIVE_INFINITY : rankOf(item, parts)]),
    );
    return items
      .sort((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0))
      .map((item) => ({ item, letters: () => startsOf(item.name, parts) }));
  }

  #fuzzy(asked: string): PickerRow[] {
    const place = ({ obj }: { obj: PickItem }): number => this.#positions.get(obj) ?? 0;
    return [...go(asked, this.#names, { limit: MAX_ROWS, threshold: THRESHOLD })]
      .sort((a, b) => b.score - a.score || place(a) - place(b))
      .map((result) => ({ item: result.obj, letters: () => [...result.indexes].sort((a, b) => a - b) }));
  }

  #described(parts: readonly string[]): PickerRow[] {
    if (parts.length === 0 || parts.some((part) => part.length < MIN_LETTERS)) return [];
    this.#descriptions ??= new WordIndex(this.#items.map(({ description }) => description));
    return this.#descriptions
      .all(parts, MAX_ROWS)
      .map((at) => ({ item: this.#items[at] as PickItem, letters: () => [] }));
  }
}

/**
 * Returns the rank of a name. It is the number of parts that are whole words of the name. If two names have the same
 * number, the name that starts with the first part has the higher rank.
 */
function rankOf({ name }: PickItem, parts: readonly string[]): number {
  const words = pickerWords(name);
  const whole = parts.filter((part) => words.includes(part)).length;
  return 2 * whole + (name.toLowerCase().startsWith(parts[0] ?? "") ? 1 : 0);
}

/** Returns the positions of the parts in a name. Each part is at the start of a word. */
function startsOf(name: string, parts: readonly string[]): number[] {
  const lower = name.toLowerCase();
  const found = new Set<number>();
  for (const part of parts) {
    const at = [...lower.matchAll(/[\p{L}\p{N}]+/gu)].find(([word]) => word.startsWith(part))?.index;
    if (at !== undefined) for (let offset = 0; offset < part.length; offset++) found.add(at + offset);
  }
  return [...found].sort((a, b) => a - b);
}
