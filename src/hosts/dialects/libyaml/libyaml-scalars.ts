/** Scans plain, quoted and block scalars as libyaml does. The reader must be at the first character of the scalar. */
import { isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, isDigit, type LibyamlReader } from "./libyaml-reader.ts";

/**
 * Scans a plain scalar that ends at a line indented less than `indent`. `open` is true if the scalar ended after a line
 * break.
 */
export function scanPlain(reader: LibyamlReader, indent: number, flow: boolean): { value: string; open: boolean } {
  const gap = new Gap(reader);
  const { line } = reader;
  let value = "";
  while (!reader.atDocumentMarker() && reader.peek() !== HASH) {
    while (!isBlankOrEnd(reader.peek())) {
      const unit = reader.peek();
      const next = reader.peek(1);
      if (flow && unit === COLON && isOneOf(next, ",?[]{}")) reader.fail("a `:` precedes a flow indicator", line);
      if ((unit === COLON && isBlankOrEnd(next)) || (flow && isOneOf(unit, ",[]{}"))) break;
      value += gap.take() + reader.read();
    }
    if (!isBlank(reader.peek()) && !isBreak(reader.peek())) break;
    gap.read(indent);
    if (!flow && reader.column < indent) break;
  }
  return { value, open: gap.broken };
}

/** Scans a scalar in single or double quotes. */
export function scanQuoted(reader: LibyamlReader): string {
  const quote = reader.peek();
  const { line } = reader;
  const gap = new Gap(reader);
  let value = "";
  reader.skip();
  for (;;) {
    if (reader.atDocumentMarker()) reader.fail("a quoted value contains a document marker");
    if (reader.peek() === 0) reader.fail("a quote is not closed", line);
    while (!isBlankOrEnd(reader.peek())) {
      const unit = reader.peek();
      if (unit === quote && !(quote === SINGLE && reader.peek(1) === SINGLE)) break;
      if (unit === quote) {
        value += "'";
        reader.skip(2);
      } else if (quote === SINGLE || unit !== BACKSLASH) value += reader.read();
      else if (isBreak(reader.peek(1))) {
        reader.skip();
        reader.readBreak();
        gap.broken = true;
        break;
      } else value += scanEscape(reader);
    }
    if (reader.peek() === quote) break;
    gap.read(0);
    value += gap.take();
  }
  reader.skip();
  return value;
}

/** Scans a `|` or `>` scalar in a collection at `parent`. */
export function scanBlock(reader: LibyamlReader, parent: number): string {
  const literal = reader.peek() === PIPE;
  reader.skip();
  const { chomp, increment } = scanBlockHeader(reader);
  const body = { indent: increment === 0 ? 0 : Math.max(parent, 0) + increment };
  let value = "";
  let first = "";
  let rest = scanBlockBreaks(reader, body, parent);
  let wasBlank = false;
  while (reader.column === body.indent && reader.peek() !== 0) {
    const blank = isBlank(reader.peek());
    if (literal || first !== "\n" || wasBlank || blank) value += first;
    else if (rest === "") value += " ";
    value += rest;
    wasBlank = blank;
    while (!isBreakOrEnd(reader.peek())) value += reader.read();
    first = reader.readBreak();
    rest = scanBlockBreaks(reader, body, parent);
  }
  if (chomp !== "-") value += first;
  return chomp === "+" ? value + rest : value;
}

/** The gap between two words of a scalar: blanks, or folded line breaks. */
class Gap {
  readonly #reader: LibyamlReader;
  #blanks = "";
  #first = "";
  #rest = "";
  broken = false;

  constructor(reader: LibyamlReader) {
    this.#reader = reader;
  }

  /** Reads to the next word. After a break, a tab left of `indent` is an error. */
  read(indent: number): void {
    const reader = this.#reader;
    for (;;) {
      const unit = reader.peek();
      if (isBlank(unit)) {
        if (this.broken && unit === TAB && reader.column < indent) reader.fail("a tab is used as indentation");
        if (this.broken) reader.skip();
        else this.#blanks += reader.read();
      } else if (!isBreak(unit)) return;
      else if (this.broken) this.#rest += reader.readBreak();
      else {
        this.#blanks = "";
        this.#first = reader.readBreak();
        this.broken = true;
      }
    }
  }

  /** Returns the text of the gap, and makes the gap empty. */
  take(): string {
    const folded = this.#first === "\n" ? this.#rest || " " : this.#first + this.#rest;
    const text = this.broken ? folded : this.#blanks;
    this.#blanks = this.#first = this.#rest = "";
    this.broken = false;
    return text;
  }
}

function scanEscape(reader: LibyamlReader): string {
  const unit = reader.peek(1);
  const plain = ESCAPES.get(unit);
  if (plain !== undefined) {
    reader.skip(2);
    return plain;
  }
  const length = unit === 120 ? 2 : unit === 117 ? 4 : unit === 85 ? 8 : 0;
  if (length === 0) reader.fail("an escape is not known");
  reader.skip(2);
  const digits = reader.text.slice(reader.at, reader.at + length);
  if (digits.length < length || !/^[0-9A-Fa-f]+$/.test(digits)) reader.fail("an escape lacks its digits");
  const code = Number.parseInt(digits, 16);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    reader.fail("an escape sequence does not stand for a valid character");
  reader.skip(length);
  return String.fromCodePoint(code);
}

function scanBlockHeader(reader: LibyamlReader): { chomp: string; increment: number } {
  let chomp = "";
  let increment = 0;
  for (let n = 0; n < 2; n++) {
    const unit = reader.peek();
    if (chomp === "" && (unit === 43 || unit === 45)) chomp = reader.read();
    else if (increment === 0 && isDigit(unit)) {
      if (unit === 48) reader.fail("a block's indentation is 0");
      increment = Number(reader.read());
    } else break;
  }
  reader.skipBlanks();
  reader.skipComment();
  if (!isBreakOrEnd(reader.peek())) reader.fail("unexpected text after a block indicator");
  reader.readBreak();
  return { chomp, increment };
}

/** Reads empty lines before the next line of a block scalar. If `indent` is 0, the indentation is not known yet. */
function scanBlockBreaks(reader: LibyamlReader, body: { indent: number }, parent: number): string {
  let breaks = "";
  let deepest = 0;
  for (;;) {
    const inside = () => body.indent === 0 || reader.column < body.indent;
    while (inside() && reader.peek() === 32) reader.skip();
    deepest = Math.max(deepest, reader.column);
    if (inside() && reader.peek() === TAB) reader.fail("a tab is used as indentation");
    if (!isBreak(reader.peek())) break;
    breaks += reader.readBreak();
  }
  if (body.indent === 0) body.indent = Math.max(deepest, parent + 1, 1);
  return breaks;
}

const TAB = 9;
const HASH = 35;
const SINGLE = 39;
const COLON = 58;
const BACKSLASH = 92;
const PIPE = 124;

const isOneOf = (unit: number, set: string): boolean => unit !== 0 && set.includes(String.fromCharCode(unit));

const ESCAPES: ReadonlyMap<number, string> = new Map(
  Object.entries({
    "0": "\0",
    a: "\x07",
    b: "\b",
    t: "\t",
    "\t": "\t",
    n: "\n",
    v: "\v",
    f: "\f",
    r: "\r",
    e: "\x1b",
    " ": " ",
    '"': '"',
    "/": "/",
    "\\": "\\",
    N: "\x85",
    _: "\xa0",
    L: "\u2028",
    P: "\u2029",
  }).map(([key, value]) => [key.charCodeAt(0), value]),
);
