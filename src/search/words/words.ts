/**
 * Splits text of any language into its words as written. Names with punctuation stay together: `node.js`, `c++`, `c#`.
 * Scripts without spaces come in runs. The time is linear in the text.
 */
export interface WordVisitor {
  /** Visits a word from `start` to `end` of a text. Returns true to continue. */
  word(text: string, start: number, end: number): boolean;
  /** A run of a script that is written without spaces. */
  run(run: string): boolean;
}

export function eachSearchWord(text: string, visitor: WordVisitor): void {
  const normal = text.normalize("NFKC");
  const end = normal.length;
  for (let at = 0; at < end; ) {
    const kind = classAt(normal, at);
    const start = at;
    if (kind === LETTER) {
      at = endOfWord(normal, at, end);
      if (!visitor.word(normal, start, Math.min(at, start + MAX_WORD))) return;
    } else if (kind === UNSPACED) {
      do at++;
      while (at < end && at - start < MAX_RUN && classAt(normal, at) === UNSPACED);
      if (!visitor.run(normal.slice(start, at))) return;
    } else at++;
  }
}

/** Maximum characters of a word. A longer text is data, not language. */
const MAX_WORD = 64;
/** Maximum characters of a run that are processed together. */
const MAX_RUN = 1024;

function endOfWord(text: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const kind = classAt(text, at);
    if (kind === LETTER) at++;
    else if (kind === JOINER && at + 1 < end && classAt(text, at + 1) === LETTER) at++;
    else break;
  }
  // Matches `c++` and `c#`, but not a full stop.
  while (at < end && isSuffix(text.charCodeAt(at))) at++;
  return at;
}

const OTHER = 1;
const LETTER = 2;
const JOINER = 3;
const UNSPACED = 4;

/** The class of every UTF-16 unit that has occurred, because a regular expression takes a hundred times as long. */
const CLASSES = new Uint8Array(0x10000);

function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = CLASSES[unit] as number;
  if (known !== 0) return known;
  const found = classify(unit);
  CLASSES[unit] = found;
  return found;
}

/** Halves of surrogate pairs count as letters, so that rare scripts and emoji stay whole. */
function classify(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return LETTER;
  if (unit === 0x2e || isSuffix(unit)) return JOINER;
  const character = String.fromCharCode(unit);
  if (UNSPACED_SCRIPTS.test(character)) return UNSPACED;
  return LETTERS.test(character) ? LETTER : OTHER;
}

const UNSPACED_SCRIPTS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const LETTERS = /[\p{L}\p{M}\p{N}]/u;

/** The signs `#` and `+`. */
function isSuffix(unit: number): boolean {
  return unit === 0x23 || unit === 0x2b;
}
