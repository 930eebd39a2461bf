/**
 * Searches a text for many words at once. An expression is compiled and tried only where it may match. The search finds
 * all such places, and some places that do not match.
 */

/** The words that every matching line must contain, in lowercase ASCII. */
export interface RequiredWords {
  /** Whole words of letters and digits. A line must contain one of these words or one of `pieces`. */
  readonly words?: readonly string[];
  /**
   * Pieces that may occur anywhere, including inside words. A line must contain one of these pieces or one of
   * `words`.
   */
  readonly pieces?: readonly string[];
  /** Lists of texts. A matching line must also contain at least one text of each list. */
  readonly besides?: readonly (readonly string[])[];
}

/** The position of a match, with the rules that need the matched text. */
export interface PrefilterMatch<T extends RequiredWords> {
  readonly at: number;
  readonly of: readonly T[];
}

/** Returns all matches in a text, line by line. */
export type Prefilter<T extends RequiredWords> = (text: string) => readonly PrefilterMatch<T>[];

/**
 * Creates a prefilter. Each word is identified by its three rarest consecutive characters. A text is then read once,
 * with one test for each character. This is ten times as fast as a single expression of all words.
 */
export function makePrefilter<T extends RequiredWords>(all: readonly T[]): Prefilter<T> {
  const known = new Map<number, Word<T>[]>();
  const marks = new Uint8Array(KEYS + 1);
  for (const word of wordsOf(all).values())
    for (const key of keysOf(word)) {
      marks[key] = 1;
      const others = known.get(key);
      if (others) others.push(word);
      else known.set(key, [word]);
    }
  return (text) => {
    const found: PrefilterMatch<T>[] = [];
    const marked = markedIn(text, marks);
    for (let index = 0; index < marked.length; index += 2)
      for (const word of known.get(marked[index + 1] as number) as Word<T>[]) {
        const at = (marked[index] as number) - word.end;
        if (letterAt(text, at) === word.first && isAt(text, at, word)) found.push({ at, of: word.of });
      }
    return found;
  };
}

/** Returns true if a line also contains the texts that `besides` requires. */
export function hasAllRequiredPieces({ besides = [] }: RequiredWords, line: string): boolean {
  return besides.every((list) => list.some((piece) => line.includes(piece)));
}

interface Word<T> {
  readonly text: string;
  readonly first: number;
  /** True if the text must be a whole word. */
  readonly whole: boolean;
  readonly of: T[];
  /** Number of characters from the start of the text to the end of its three rarest consecutive characters. */
  readonly end: number;
}

function wordsOf<T extends RequiredWords>(all: readonly T[]): ReadonlyMap<string, Word<T>> {
  const words = new Map<string, Word<T>>();
  const add = (text: string, whole: boolean, each: T): void => {
    if (text.length < 2) throw new Error(`a word to look for is shorter than two characters: \`${text}\``);
    const name = whole ? `${text}\n` : text;
    const known = words.get(name);
    if (known) known.of.push(each);
    else words.set(name, { text, first: letterAt(text, 0), whole, of: [each], end: rarestEnd(text, whole) });
  };
  for (const each of all) {
    for (const word of each.words ?? []) add(word, true, each);
    for (const piece of each.pieces ?? []) add(piece, false, each);
  }
  return words;
}

const BITS = 6;
const KEYS = (1 << (3 * BITS)) - 1;
const ASCII = 128;
/** The characters of words, most frequent first. All other characters are treated as the same character. */
const ALPHABET = " etaoinshrdlcumwfgypbvkjxqz0123456789_./-:<>|'\\()[]{}~$%`!@=";
/** Frequent groups of three characters. Such a group identifies a word only if the word has no rarer group. */
const COMMON = new Set(
  "ing,for,ver,and,nd ,men,abl,ble,use, us,pri,omp,fil,per,cal,ll ,def,fro,rom,his,thi,pen,run,rev,key,you,ove,orm,is ,ser,all".split(
    ",",
  ),
);
const WORD = /\w/;

// Maps a byte to the position of its character in `ALPHABET`. A byte can also be the low byte of another character, so
// each match is checked again.
const LETTERS = Uint8Array.from({ length: 256 }, (_, code) =>
  code < ASCII ? ALPHABET.indexOf(String.fromCharCode(code).toLowerCase()) + 1 : 0,
);

function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < ASCII ? (LETTERS[code] as number) : 0;
}

/**
 * Returns the index at which the three rarest consecutive characters of a text end. A text of two characters gets a
 * third character: before the text if it is a word, otherwise after it.
 */
function rarestEnd(text: string, whole: boolean): number {
  if (text.length < 3) return whole ? 1 : 2;
  let best = 2;
  let most = 0;
  for (let end = 2; end < text.length; end++) {
    const common = COMMON.has(text.slice(end - 2, end + 1));
    const rarity = common ? 1 : letterAt(text, end - 2) + letterAt(text, end - 1) + letterAt(text, end);
    if (rarity <= most) continue;
    most = rarity;
    best = end;
  }
  return best;
}

function keysOf({ text, whole, end }: Word<unknown>): number[] {
  const pair = (letterAt(text, 0) << BITS) | letterAt(text, 1);
  if (text.length >= 3)
    return [(((letterAt(text, end - 2) << BITS) | letterAt(text, end - 1)) << BITS) | letterAt(text, end)];
  const any = Array.from({ length: ALPHABET.length + 1 }, (_, letter) => letter);
  // A word of two letters gets a key for each possible third letter, because the low byte of any other character can look
  // like a letter.
  return any.map((letter) => (whole ? (letter << (2 * BITS)) | pair : (pair << BITS) | letter));
}

/**
 * Returns positions and the three characters that end there, as pairs. This loop is simple, because it reads every
 * character.
 */
function markedIn(text: string, marks: Uint8Array): number[] {
  const [bytes, letters, keys, bits] = [bytesOf(text), LETTERS, KEYS, BITS];
  const found: number[] = [];
  for (let at = 0, key = 0; at < bytes.length; at++) {
    key = ((key << bits) | (letters[bytes[at] as number] as number)) & keys;
    if (marks[key] !== 0) found.push(at, key);
  }
  return found;
}

/** Returns one byte for each character, and a zero at the end. The next call reuses the same buffer. */
function bytesOf(text: string): Uint8Array {
  const { length } = text;
  if (scratch.length <= length) scratch = Buffer.alloc(2 * length + 1);
  scratch.write(text, "latin1");
  scratch[length] = 0;
  return scratch.subarray(0, length + 1);
}

let scratch = Buffer.alloc(1 << 16);

function isAt(text: string, start: number, { text: word, whole }: Word<unknown>): boolean {
  for (let index = 0; index < word.length; index++)
    if (letterAt(text, start + index) !== letterAt(word, index)) return false;
  return !whole || !(WORD.test(text.charAt(start - 1)) || WORD.test(text.charAt(start + word.length)));
}
