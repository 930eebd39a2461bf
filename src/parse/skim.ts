/**
 * One look at every byte of a header, before any of it is text: where its lines end, where it ends itself, and what each line
 * has in it that decides how it may be read. It knows no YAML; `parse-plain.ts` does. One expression that knew it all took
 * three times as long, and two milliseconds to compile.
 */

/** What a line has in it. */
export const BACKSLASH = 1;
/** `: `, other than the one that ends its key. */
export const COLON = 2;
/** ` #`, a blank or a colon at its end: what ends or changes a value that is not quoted. */
export const BREAK = 4;
/** Two blanks in a row, or one at its end; the two that a line may begin with do not count. */
export const BLANKS = 8;

export const MAX_LINES = 64;

/** The lines of the last header that was skimmed; `ends` are where their line feeds stand in it. */
export const skimmed: { count: number; readonly ends: Uint16Array; readonly marks: Uint8Array } = {
  count: 0,
  ends: new Uint16Array(MAX_LINES),
  marks: new Uint8Array(MAX_LINES),
};

/**
 * Where the last line before a closing fence ends; or -1 where there is no fence before `to`, a line too many, or a byte that
 * is no printable ASCII.
 */
export function skim(bytes: Uint8Array, from: number, to: number): number {
  const { ends, marks } = skimmed;
  let line = 0;
  let mark = 0;
  let colons = 0;
  for (let at = from; at < to; at++) {
    const kind = KINDS[bytes[at] as number] as number;
    if (kind === ORDINARY) continue;
    const before = bytes[at - 1];
    if (kind === SPACE) {
      if (before === 58) mark |= colons++ === 0 ? 0 : COLON;
      else if (before === 32 && bytes[at - 2] !== 10) mark |= BLANKS;
    } else if (kind === NEWLINE) {
      if (before === 58) mark |= BREAK;
      else if (before === 32) mark |= BREAK | BLANKS;
      if (line === MAX_LINES) return -1;
      ends[line] = at - from;
      marks[line++] = mark;
      if (bytes[at + 1] === 45 && bytes[at + 2] === 45 && bytes[at + 3] === 45) {
        skimmed.count = line;
        return at;
      }
      mark = 0;
      colons = 0;
    } else if (kind === HASH) {
      if (before === 32) mark |= BREAK;
    } else if (kind === ODD) return -1;
    else mark |= BACKSLASH;
  }
  return -1;
}

const ORDINARY = 0;
const SPACE = 1;
const NEWLINE = 2;
const HASH = 3;
const ESCAPE = 4;
const ODD = 5;
const KINDS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 10) return NEWLINE;
  if (byte < 32 || byte > 126) return ODD;
  if (byte === 32) return SPACE;
  if (byte === 35) return HASH;
  return byte === 92 ? ESCAPE : ORDINARY;
});
