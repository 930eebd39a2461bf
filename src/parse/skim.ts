/**
 * One look at every byte of a head, before any of it is text: where the frontmatter ends, where its lines do, and what each
 * line has in it that decides how it may be read. In: the buffer that all files share. It knows no YAML; `parse-plain.ts`
 * does. A loop over bytes beside an expression of forty alternatives takes a third of its time, and nothing to compile.
 */

/** What a line has in it. */
export const QUOTE = 1;
export const BACKSLASH = 2;
/** `: `, other than the one that ends its key. */
export const COLON = 4;
/** ` #`, a blank or a colon at its end: what ends or changes a value that is not quoted. */
export const BREAK = 8;
/** Two blanks in a row, or one at its end; the two that a line may begin with do not count. */
export const BLANKS = 16;

export const MAX_LINES = 64;

/** The lines of the last head that was skimmed; offsets are the header's. */
export const skimmed: { count: number; readonly ends: Uint16Array; readonly marks: Uint8Array } = {
  count: 0,
  ends: new Uint16Array(MAX_LINES),
  marks: new Uint8Array(MAX_LINES),
};

export const OPEN_BYTES = 4;

/**
 * Where the last line before the closing fence ends, in the head; or -1 where there is no fence, a line too many, or a byte
 * that is no printable ASCII.
 */
export function skim(head: Uint8Array, bytes: number): number {
  const { ends, marks } = skimmed;
  let line = 0;
  let mark = 0;
  let colons = 0;
  for (let at = OPEN_BYTES; at < bytes; at++) {
    const kind = KINDS[head[at] as number] as number;
    if (kind === ORDINARY) continue;
    const before = head[at - 1];
    if (kind === SPACE) {
      if (before === 58) mark |= colons++ === 0 ? 0 : COLON;
      else if (before === 32 && head[at - 2] !== 10) mark |= BLANKS;
    } else if (kind === NEWLINE) {
      if (before === 58) mark |= BREAK;
      else if (before === 32) mark |= BREAK | BLANKS;
      if (line === MAX_LINES) return -1;
      ends[line] = at - OPEN_BYTES;
      marks[line++] = mark;
      if (head[at + 1] === 45 && head[at + 2] === 45 && head[at + 3] === 45) {
        skimmed.count = line;
        return at;
      }
      mark = 0;
      colons = 0;
    } else if (kind === HASH) {
      if (before === 32) mark |= BREAK;
    } else if (kind === ODD) return -1;
    else mark |= kind;
  }
  return -1;
}

// Kinds of bytes; quotes and backslashes are their own marks.
const ORDINARY = 0;
const SPACE = 32;
const NEWLINE = 33;
const HASH = 34;
const ODD = 35;
const KINDS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 10) return NEWLINE;
  if (byte < 32 || byte > 126) return ODD;
  if (byte === 32) return SPACE;
  if (byte === 34) return QUOTE;
  if (byte === 35) return HASH;
  return byte === 92 ? BACKSLASH : ORDINARY;
});
