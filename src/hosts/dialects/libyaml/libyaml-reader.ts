/**
 * Reads characters as libyaml counts them: columns in code points, offsets in UTF-8 bytes, and YAML 1.1 line breaks
 * including U+0085, U+2028 and U+2029. Code unit 0 marks the end of the text.
 */

/**
 * An error that stops the parser. The functions that request events or values catch it, so it never leaves this folder.
 */
export class YamlProblem extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** A position in the text; `line` starts at 0. */
export interface Mark {
  readonly line: number;
  readonly column: number;
  readonly bytes: number;
}

export class LibyamlReader {
  readonly text: string;
  at = 0;
  line = 0;
  column = 0;
  bytes = 0;

  constructor(text: string) {
    const control = CONTROL.exec(text);
    if (control) throw new YamlProblem("it contains a control character", countLines(text, control.index));
    this.text = text;
  }

  /** Returns the code unit that is `ahead` units after the current position; 0 at the end. */
  peek(ahead = 0): number {
    const at = this.at + ahead;
    return at < this.text.length ? this.text.charCodeAt(at) : 0;
  }

  mark(): Mark {
    return { line: this.line, column: this.column, bytes: this.bytes };
  }

  skip(count = 1): void {
    for (let n = 0; n < count; n++) {
      const unit = this.text.charCodeAt(this.at++);
      const trail = unit >= 0xdc00 && unit <= 0xdfff;
      if (!trail) this.column++;
      this.bytes += trail ? 1 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    }
  }

  read(): string {
    const unit = this.text.charAt(this.at);
    this.skip();
    return unit;
  }

  /** Consumes one line break and returns its value; "" if there is none. */
  readBreak(): string {
    const unit = this.peek();
    if (!isBreak(unit)) return "";
    this.skip(unit === CR && this.peek(1) === LF ? 2 : 1);
    this.line++;
    this.column = 0;
    return unit === 0x2028 || unit === 0x2029 ? String.fromCharCode(unit) : "\n";
  }

  skipBlanks(): void {
    while (isBlank(this.peek())) this.skip();
  }

  skipComment(): void {
    if (this.peek() !== HASH) return;
    while (!isBreakOrEnd(this.peek())) this.skip();
  }

  /** Returns true for `---` or `...` in the first column, followed by a space or the end of the line. */
  atDocumentMarker(unit?: number): boolean {
    const first = this.peek();
    if (this.column !== 0 || (first !== DASH && first !== DOT) || (unit !== undefined && first !== unit)) return false;
    return this.peek(1) === first && this.peek(2) === first && isBlankOrEnd(this.peek(3));
  }

  fail(message: string, line = this.line): never {
    throw new YamlProblem(message, line);
  }
}

const CR = 13;
const LF = 10;
const HASH = 35;
const DASH = 45;
const DOT = 46;
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

export const isBlank = (unit: number): boolean => unit === 32 || unit === 9;

export const isBreak = (unit: number): boolean =>
  unit === LF || unit === CR || unit === 0x85 || unit === 0x2028 || unit === 0x2029;

export const isBreakOrEnd = (unit: number): boolean => unit === 0 || isBreak(unit);

export const isBlankOrEnd = (unit: number): boolean => isBlank(unit) || isBreakOrEnd(unit);

export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** Returns true for a character of anchors, tag handles and directive names. */
export const isWord = (unit: number): boolean =>
  isDigit(unit) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95 || unit === DASH;

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
