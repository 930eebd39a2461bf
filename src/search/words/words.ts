import { endianness } from "node:os";

/**
 * Splits text of any language into its words as written. Names with punctuation stay together, such as `node.js`, `c++`
 * and `c#`. Text in scripts without spaces is returned in runs. The time is linear in the text.
 */
export interface WordVisitor {
  /**
   * Visits a word from `start` to `end` of the UTF-16 units. The units are valid only during the call. Returns true to
   * continue.
   */
  word(units: Uint16Array, start: number, end: number): boolean;
  /** Visits a run of characters of a script that is written without spaces. Returns true to continue. */
  run(units: Uint16Array, start: number, end: number): boolean;
}

export function eachSearchWord(text: string, visitor: WordVisitor): void {
  const normal = text.normalize("NFKC");
  const end = normal.length;
  const units = unitsOf(normal);
  for (let at = 0; at < end; ) {
    const kind = classOf(units[at] as number);
    const start = at;
    if (kind === LETTER) {
      at = endOfWord(units, at, end);
      if (!visitor.word(units, start, Math.min(at, start + MAX_WORD))) return;
    } else if (kind === UNSPACED) {
      do at++;
      while (at < end && at - start < MAX_RUN && classOf(units[at] as number) === UNSPACED);
      if (!visitor.run(units, start, at)) return;
    } else at++;
  }
}

/** Copies the string, because a slice would keep the whole text in memory. */
export function textOfUnits(units: Uint16Array, start: number, end: number): string {
  return String.fromCharCode(...units.subarray(start, end));
}

/** One buffer for all texts. A typed array is read three times as fast as a string. */
let scratch = Buffer.allocUnsafeSlow(65_536);

function unitsOf(text: string): Uint16Array {
  if (scratch.length < 2 * text.length) scratch = Buffer.allocUnsafeSlow(4 * text.length);
  const bytes = scratch.write(text, 0, "utf16le");
  if (endianness() === "BE") scratch.subarray(0, bytes).swap16();
  return new Uint16Array(scratch.buffer, scratch.byteOffset, text.length);
}

/** Maximum characters of a word. A longer text is probably data. */
const MAX_WORD = 64;
/** Maximum characters of a run that are processed together. */
const MAX_RUN = 1024;

function endOfWord(units: Uint16Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const kind = classOf(units[at] as number);
    if (kind === LETTER) at++;
    else if (kind === JOINER && at + 1 < end && classOf(units[at + 1] as number) === LETTER) at++;
    else break;
  }
  // The signs in `c++` and `c#` are part of the word, but a full stop is not.
  while (at < end && isSuffix(units[at] as number)) at++;
  return at;
}

const OTHER = 1;
const LETTER = 2;
const JOINER = 3;
const UNSPACED = 4;

/** Caches the class of each UTF-16 unit. Finding a class with a regular expression takes a hundred times as long. */
const CLASSES = new Uint8Array(0x10000);

function classOf(unit: number): number {
  const known = CLASSES[unit] as number;
  if (known !== 0) return known;
  const found = classify(unit);
  CLASSES[unit] = found;
  return found;
}

/** Halves of surrogate pairs are treated as letters, so that rare scripts and emoji stay whole. */
function classify(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return LETTER;
  if (unit === 0x2e || isSuffix(unit)) return JOINER;
  const character = String.fromCharCode(unit);
  if (UNSPACED_SCRIPTS.test(character)) return UNSPACED;
  return LETTERS.test(character) ? LETTER : OTHER;
}

const UNSPACED_SCRIPTS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const LETTERS = /[\p{L}\p{M}\p{N}]/u;

/** The signs `#` and `+`, which can be part of a word. */
function isSuffix(unit: number): boolean {
  return unit === 0x23 || unit === 0x2b;
}
