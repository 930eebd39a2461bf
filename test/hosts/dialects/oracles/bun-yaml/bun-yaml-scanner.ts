/**
 * Splits YAML text into tokens as Bun does. The scanner keeps the line, the indentation, tabs before the token, and the
 * kind of collection around it. Broken text throws `BrokenYaml`, which never leaves `bun-yaml.ts`.
 */
import { resolvePlain, type Scalar, type Tag, tagNamed } from "./bun-yaml-scalars.ts";

export type Kind =
  | "end"
  | "document-start"
  | "document-end"
  | "directive"
  | "-"
  | "?"
  | ":"
  | ","
  | "["
  | "]"
  | "{"
  | "}"
  | "anchor"
  | "alias"
  | "tag"
  | "scalar";

export interface Token {
  readonly kind: Kind;
  readonly start: number;
  /** Spaces before the first token of the line. After an indicator, spaces before this token. */
  readonly indent: number;
  readonly line: number;
  /** Name of an anchor or alias. */
  readonly name?: string;
  readonly tag?: Tag;
  readonly value?: Scalar;
  /** `line`: a plain scalar on one line. */
  readonly style?: "line" | "lines" | "block" | "quoted";
}

export interface ScanOptions {
  /** After `-`, `?` or a `:` on its own line: the columns that the indicator took. */
  readonly parentIndent?: number | undefined;
  readonly tag?: Tag;
  readonly first?: boolean;
  /** True if the token may be outside of the flow collection around it. */
  readonly outside?: boolean;
}

export type Context = "block-out" | "block-in" | "flow-in" | "flow-key";

export class BrokenYaml extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

const ESCAPES: Readonly<Record<string, string>> = {
  " ": " ",
  "\t": "\t",
  "0": "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  '"': '"',
  "/": "/",
  "\\": "\\",
  N: "\x85",
  _: "\xa0",
  L: "\u2028",
  P: "\u2029",
};

const ESCAPE_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

const WORD = /[0-9A-Za-z-]/;
const TAG_CHARACTER = /[-0-9A-Za-z#;/?:@&=+$_.~*'()]/;
const URI_CHARACTER = /[-0-9A-Za-z#;/?:@&=+$,_.!~*'()[\]]/;
const PERCENT = /^%[0-9A-Fa-f]{2}$/;
const FLOW = ",[]{}";

export class Scanner {
  readonly text: string;
  /** True if a closing bracket may be at the indentation of the block around it. */
  private readonly bracketsAtIndent: boolean;
  position = 0;
  line = 1;
  indent = 0;
  /** True if a tab was between the line's spaces, or an indicator, and the token. */
  tab = false;
  token: Token = { kind: "end", start: 0, indent: 0, line: 1 };
  /** Columns of the open block collections. */
  readonly indents: number[] = [];
  readonly handles = new Set<string>();
  private lineStart = 0;
  private readonly contexts: Context[] = [];

  constructor(text: string, bracketsAtIndent = false) {
    this.text = text;
    this.bracketsAtIndent = bracketsAtIndent;
    if (text.startsWith("\ufeff")) this.position = this.lineStart = 1;
  }

  get context(): Context {
    return this.contexts.at(-1) ?? "block-out";
  }

  get inFlow(): boolean {
    const { context } = this;
    return context === "flow-in" || context === "flow-key";
  }

  within<Result>(context: Context, work: () => Result): Result {
    this.contexts.push(context);
    const result = work();
    this.contexts.pop();
    return result;
  }

  fail(message: string): never {
    throw new BrokenYaml(message, this.token.line);
  }

  scan(options: ScanOptions = {}): void {
    const { line } = this.token;
    this.token = this.next(options);
    const outer = this.indents.at(-1);
    if (outer === undefined || options.outside === true || !this.inFlow) return;
    if (this.token.line === line || this.token.indent > outer) return;
    const isClosing = this.token.kind === "]" || this.token.kind === "}";
    if (this.bracketsAtIndent && isClosing && this.token.indent === outer) return;
    this.fail("a line in brackets is not indented");
  }

  /** Goes back to a token's first character, to read it under another tag. */
  rewind(token: Token): void {
    this.position = token.start;
    this.line = token.line;
    this.indent = token.indent;
  }

  /** Reads the rest of a directive after `%`. Returns true for `%YAML`. */
  readDirective(): boolean {
    if (this.token.indent !== 0) this.fail("a directive is indented");
    const yaml = this.startsWith("YAML") && this.isWhite(4);
    if (yaml) {
      this.skip(4);
      this.expectWhite();
      this.expect(/[0-9]/);
      this.expectCharacter(".");
      this.expect(/[0-9]/);
    } else if (this.startsWith("TAG") && this.isWhite(3)) {
      this.skip(3);
      this.readTagDirective();
    } else {
      if (!this.isVisible()) this.fail("a directive has no name");
      while (this.isVisible() || this.isWhite(0)) this.skip(1);
    }
    this.skipToLineEnd();
    return yaml;
  }

  private readTagDirective(): void {
    this.expectWhite();
    this.expectCharacter("!");
    if (this.isWhite(0)) this.skipWhite();
    else {
      if (this.character() !== "!") this.handles.add(this.expect(WORD));
      this.expectCharacter("!");
      this.expectWhite();
    }
    const length = this.character() === "!" ? 1 : this.tagCharacterLength();
    if (length === 0) this.fail("a tag directive has no prefix");
    this.skip(length);
    this.skipUri();
  }

  private next(options: ScanOptions): Token {
    let counting = options.first === true || options.parentIndent !== undefined;
    let leading = counting;
    let parentIndent = options.parentIndent;
    if (leading) this.tab = false;
    for (;;) {
      const code = this.code();
      if (code === CR || code === LF) {
        this.breakLine(true);
        counting = leading = true;
        parentIndent = undefined;
      } else if (code === SPACE) {
        const spaces = this.skipSpaces();
        if (counting) this.indent = spaces + (parentIndent ?? 0);
        counting = false;
      } else if (code === TAB) {
        if (counting && parentIndent === undefined && this.context === "block-in")
          this.fail("a tab is used as indentation");
        if (leading) {
          this.tab = true;
          parentIndent = undefined;
        }
        counting = false;
        this.skip(1);
      } else if (code === 0x23 /* # */) {
        if (!this.atLineStart() && !isBlank(this.text.charCodeAt(this.position - 1)))
          this.fail("a comment needs a space before it");
        this.skipToBreak();
      } else return this.readToken(options.tag ?? "none");
    }
  }

  private readToken(tag: Tag): Token {
    const character = this.character();
    switch (character) {
      case "":
      case "\0":
        return this.take("end", 0);
      case "-":
        if (this.atMarker("---") && this.isBlankOrEnd(3)) return this.take("document-start", 3);
        if (this.isSeparate(1)) return this.inFlow ? this.fail("a list entry stands in brackets") : this.take("-", 1);
        if (this.inFlow && this.isFlow(1)) this.fail("a list entry stands in brackets");
        return this.readPlain(tag);
      case ".":
        if (this.atMarker("...") && this.isBlankOrEnd(3)) return this.take("document-end", 3);
        return this.readPlain(tag);
      case "?":
      case ":":
        if (this.isSeparate(1) || (this.inFlow && this.isFlow(1))) return this.take(character, 1);
        if (character === ":" && this.context === "flow-key") return this.take(":", 1);
        return this.readPlain(tag);
      case ",":
        return this.inFlow ? this.take(",", 1) : this.readPlain(tag);
      case "[":
      case "]":
      case "{":
      case "}":
        return this.take(character, 1);
      case "&":
        return this.readName("anchor");
      case "*":
        return this.readName("alias");
      case "!":
        return this.readTag();
      case "|":
      case ">":
        return this.inFlow ? this.fail("a block scalar stands in brackets") : this.readBlock(character === ">");
      case "'":
      case '"':
        return this.readQuoted(character);
      case "%":
        return this.take("directive", 1);
      case "@":
      case "`":
        return this.fail(`no value may begin with \`${character}\``);
      default:
        return this.readPlain(tag);
    }
  }

  private take(kind: Kind, length: number): Token {
    const start = this.position;
    this.skip(length);
    return { kind, start, indent: this.indent, line: this.line };
  }

  private readName(kind: "anchor" | "alias"): Token {
    const start = this.position;
    this.skip(1);
    while (this.isVisible() && !this.isFlow(0)) this.skip(1);
    const name = this.text.slice(start + 1, this.position);
    if (name === "") this.fail(`an ${kind} has no name`);
    if (!this.isSeparate(0) && !(this.inFlow && this.isFlow(0))) this.fail(`an ${kind} ends in an odd character`);
    return { kind, start, indent: this.indent, line: this.line, name };
  }

  private readTag(): Token {
    const start = this.position;
    this.skip(1);
    const tag = this.readTagName();
    return { kind: "tag", start, indent: this.indent, line: this.line, tag };
  }

  private readTagName(): Tag {
    if (this.isSeparate(0)) return "unspecific";
    if (this.character() === "<") {
      this.skip(1);
      const length = this.character() === "!" ? 1 : this.tagCharacterLength();
      if (length === 0) this.fail("a tag is empty");
      this.skip(length);
      this.skipUri();
      this.expectCharacter(">");
      return "other";
    }
    if (this.character() === "!") {
      this.skip(1);
      const shorthand = this.expectTagCharacters();
      if (!this.isSeparate(0) && !(this.inFlow && this.isFlow(0))) this.fail("a tag ends in an odd character");
      return tagNamed(shorthand);
    }
    const from = this.position;
    const handle = this.expect(WORD);
    if (this.character() === "!") {
      this.skip(1);
      if (!this.handles.has(handle)) this.fail("a tag has an unknown handle");
      this.expectTagCharacters();
      return "other";
    }
    for (let length = this.tagCharacterLength(); length > 0; length = this.tagCharacterLength()) this.skip(length);
    return tagNamed(this.text.slice(from, this.position));
  }

  private readPlain(tag: Tag): Token {
    const { position: start, indent, line } = this;
    let value = "";
    let space = "";
    let style: "line" | "lines" = "line";
    for (;;) {
      const code = this.code();
      if (code === 0 || this.endsPlain(code)) break;
      if (code === SPACE || code === TAB) {
        space += this.character();
        this.skip(1);
      } else if (code === CR || code === LF) {
        this.breakLine(true);
        const lines = this.foldLines();
        const outer = this.indents.at(-1);
        if (outer !== undefined && this.indent <= outer) break;
        space = lines > 0 ? "\n".repeat(lines) : this.atEnd() ? "" : " ";
      } else {
        if (this.line !== line) style = "lines";
        value += space + this.character();
        space = "";
        this.skip(1);
      }
    }
    return { kind: "scalar", start, indent, line, value: resolvePlain(value, tag), style };
  }

  private endsPlain(code: number): boolean {
    switch (code) {
      case 0x2d /* - */:
        return this.atMarker("---") && this.isBlankOrEnd(3);
      case 0x2e /* . */:
        return this.atMarker("...") && this.isBlankOrEnd(3);
      case 0x3a /* : */:
        return this.isBlankOrEnd(1) || (this.inFlow && this.isFlow(1));
      case 0x23 /* # */:
        return this.atLineStart() || isBlank(this.text.charCodeAt(this.position - 1));
      default:
        return this.inFlow && this.isFlow(0);
    }
  }

  private readQuoted(quote: string): Token {
    this.skip(1);
    const { position: start, indent, line } = this;
    let value = "";
    for (;;) {
      const character = this.character();
      if (character === "" || character === "\0") this.fail("a quoted text has no end");
      if (character === quote) {
        this.skip(1);
        if (quote === '"' || this.character() !== quote) break;
        value += quote;
        this.skip(1);
      } else if (character === "\\" && quote === '"') {
        value += this.readEscape();
      } else if (character === "\r" || character === "\n") {
        const lines = this.foldQuoted();
        value += lines === 0 ? " " : "\n".repeat(lines);
      } else if (character === " " || character === "\t") {
        const from = this.position;
        this.skipWhite();
        if (!isBreak(this.code())) value += this.text.slice(from, this.position);
      } else {
        if (this.atLineStart() && (this.startsWith("---") || this.startsWith("...")) && this.isBlank(3))
          this.fail("a document ends inside of a quoted text");
        value += character;
        this.skip(1);
      }
    }
    return { kind: "scalar", start, indent, line, value, style: "quoted" };
  }

  /** In quoted text, a CR and the LF after it are two line breaks. */
  private foldQuoted(): number {
    this.breakLine(false);
    const lines = this.foldLines();
    const outer = this.indents.at(-1);
    if (outer !== undefined && this.indent <= outer) this.fail("a line of a quoted text is not indented");
    return lines;
  }

  private readEscape(): string {
    this.skip(1);
    const character = this.character();
    if (character === "\r" || character === "\n") return "\n".repeat(this.foldQuoted());
    const digits = Object.hasOwn(ESCAPE_DIGITS, character) ? (ESCAPE_DIGITS[character] ?? 0) : 0;
    if (digits > 0) {
      this.skip(1);
      return this.readCodePoint(digits);
    }
    if (!Object.hasOwn(ESCAPES, character)) this.fail("a quoted text has an unknown escape");
    this.skip(1);
    return ESCAPES[character] ?? "";
  }

  private readCodePoint(digits: number): string {
    const code = this.readHex(digits);
    if (code > 0x10ffff) this.fail("an escape is not a character");
    if (code < 0xd800 || code > 0xdfff) return String.fromCodePoint(code);
    if (digits !== 4 || code > 0xdbff || !this.startsWith("\\u"))
      this.fail("an escape encodes only one half of a surrogate pair");
    this.skip(2);
    const low = this.readHex(4);
    if (low < 0xdc00 || low > 0xdfff) this.fail("an escape encodes only one half of a surrogate pair");
    return String.fromCharCode(code, low);
  }

  private readHex(digits: number): number {
    const text = this.text.slice(this.position, this.position + digits);
    if (text.length < digits || !/^[0-9A-Fa-f]+$/.test(text)) this.fail("an escape lacks digits");
    this.skip(digits);
    return Number.parseInt(text, 16);
  }

  private readBlock(folded: boolean): Token {
    const { indent, line } = this;
    this.skip(1);
    const start = this.position;
    const { digit, chomp } = this.readBlockHeader();
    const explicit = digit === 0 ? undefined : (this.indents.at(-1) ?? 0) + digit;
    const value = this.readBlockText(folded, chomp, explicit);
    return { kind: "scalar", start, indent, line, value, style: "block" };
  }

  private readBlockHeader(): { digit: number; chomp: string } {
    let digit = 0;
    let chomp = "";
    for (;;) {
      const character = this.character();
      if (character === "" || character === "\0") return { digit, chomp };
      if (character === "\r" || character === "\n") {
        this.breakBlockLine();
        return { digit, chomp };
      }
      if (character === " " || character === "\t") {
        this.skipWhite();
        if (this.character() === "#") this.skipToBreak();
        continue;
      }
      if (character >= "1" && character <= "9" && digit === 0) digit = Number(character);
      else if ((character === "-" || character === "+") && chomp === "") chomp = character;
      else this.fail("a block scalar has an odd header");
      this.skip(1);
    }
  }

  private breakBlockLine(): void {
    this.breakLine(true);
    if (this.code() === TAB) this.fail("a tab is used as indentation");
  }

  private readBlockText(folded: boolean, chomp: string, explicit: number | undefined): string {
    let breaks = 0;
    let deepest = 0;
    let indented = false;
    const pieces: string[] = [];
    const finish = (): string => {
      const empty = pieces.length === 0;
      if (!empty && breaks === 0) breaks = 1;
      if (chomp === "+") pieces.push("\n".repeat(breaks));
      else if (chomp === "" && !empty) pieces.push("\n");
      return pieces.join("");
    };

    // The indentation of the first line with text sets the indentation of the block.
    for (;;) {
      const code = this.code();
      if (code === 0) {
        if (indented) breaks += 1;
        return finish();
      }
      if (isBreak(code)) {
        this.breakBlockLine();
        breaks += 1;
        indented = false;
      } else if (code !== SPACE) break;
      else if (explicit === undefined) {
        this.indent = this.skipSpaces();
        deepest = Math.max(deepest, this.indent);
        indented = true;
      } else {
        this.indent = this.skipSpaces(explicit);
        if (this.indent >= explicit) indented = true;
        const after = this.code();
        if (after !== 0 && !isBreak(after)) break;
      }
    }

    const content = explicit ?? this.indent;
    const outer = this.indents.at(-1);
    const least = outer === undefined ? content : Math.max(content, outer + 1);
    let deeper = this.isWhite(0);
    let deeperBefore = false;
    if (this.code() === TAB) this.tab = true;
    for (;;) {
      const code = this.code();
      if (code === 0) return finish();
      if (isBreak(code)) {
        breaks += 1;
        this.breakLine(true);
        while (isBreak(this.code())) {
          breaks += 1;
          this.breakBlockLine();
        }
        if (this.code() === SPACE) {
          this.indent = this.skipSpaces(content);
          deeper = this.isWhite(0);
        } else deeper = this.code() === TAB;
        if (this.code() === TAB) this.tab = true;
        continue;
      }
      if (this.endsBlock(code) || this.indent < least) return finish();
      if (pieces.length === 0 && explicit === undefined && content < deepest)
        this.fail("a block scalar begins with a line indented too far");
      const from = this.position;
      this.skipBlockRun();
      if (pieces.length === 0 || !folded || deeperBefore || deeper) pieces.push("\n".repeat(breaks));
      else if (breaks > 0) pieces.push(breaks === 1 ? " " : "\n".repeat(breaks - 1));
      pieces.push(this.text.slice(from, this.position));
      breaks = 0;
      deeperBefore = deeper;
    }
  }

  private endsBlock(code: number): boolean {
    return (
      (code === 0x2d && this.atMarker("---") && this.isBlankOrEnd(3)) ||
      (code === 0x2e && this.atMarker("...") && this.isBlankOrEnd(3))
    );
  }

  private skipBlockRun(): void {
    do this.skip(1);
    while (this.code() !== 0 && !isBreak(this.code()));
  }

  /** Counts the line breaks up to the next text, and skips the indentation before it. */
  private foldLines(): number {
    let lines = 0;
    for (;;) {
      const code = this.code();
      if (isBreak(code)) {
        this.breakLine(true);
        lines += 1;
      } else if (code === SPACE) {
        this.indent = this.skipSpaces();
        if (this.code() === TAB) this.tab = true;
        this.skipWhite();
      } else if (code === TAB) {
        this.tab = true;
        this.skipWhite();
      } else return lines;
    }
  }

  private breakLine(pairs: boolean): void {
    if (pairs && this.code() === CR && this.code(1) === LF) this.skip(1);
    this.skip(1);
    this.lineStart = this.position;
    this.indent = 0;
    this.tab = false;
    this.line += 1;
  }

  /** Returns 0 at the end, and for a NUL, which also ends the text in most places. */
  private code(ahead = 0): number {
    const at = this.position + ahead;
    return at < this.text.length ? this.text.charCodeAt(at) : 0;
  }

  private character(): string {
    return this.text.charAt(this.position);
  }

  private atEnd(): boolean {
    return this.position >= this.text.length;
  }

  private atLineStart(): boolean {
    return this.position === this.lineStart;
  }

  private atMarker(marker: string): boolean {
    return this.atLineStart() && this.indent === 0 && this.startsWith(marker);
  }

  private startsWith(text: string): boolean {
    return this.text.startsWith(text, this.position);
  }

  private isWhite(ahead: number): boolean {
    const code = this.code(ahead);
    return code === SPACE || code === TAB;
  }

  private isBlank(ahead: number): boolean {
    return isBlank(this.code(ahead));
  }

  /** Here a NUL does not end the text. */
  private isBlankOrEnd(ahead: number): boolean {
    return this.position + ahead >= this.text.length || this.isBlank(ahead);
  }

  private isSeparate(ahead: number): boolean {
    return this.code(ahead) === 0 || this.isBlank(ahead);
  }

  private isFlow(ahead: number): boolean {
    const character = this.text.charAt(this.position + ahead);
    return character !== "" && FLOW.includes(character);
  }

  private isVisible(): boolean {
    const code = this.code();
    return code > SPACE && code !== 0x7f;
  }

  private skip(count: number): void {
    this.position = Math.min(this.position + count, this.text.length);
  }

  private skipSpaces(most = Number.POSITIVE_INFINITY): number {
    let count = 0;
    while (count < most && this.code() === SPACE) {
      this.skip(1);
      count += 1;
    }
    return count;
  }

  private skipWhite(): void {
    while (this.isWhite(0)) this.skip(1);
  }

  private skipToBreak(): void {
    while (!this.atEnd() && !isBreak(this.code())) this.skip(1);
  }

  private skipToLineEnd(): void {
    const from = this.position;
    this.skipWhite();
    if (this.character() === "#" && this.position > from) this.skipToBreak();
    if (!this.atEnd() && !isBreak(this.code())) this.fail("a directive goes on");
  }

  private skipUri(): void {
    while (URI_CHARACTER.test(this.character()) || this.isPercent()) this.skip(1);
  }

  private isPercent(): boolean {
    return PERCENT.test(this.text.slice(this.position, this.position + 3));
  }

  private tagCharacterLength(): number {
    if (this.isPercent()) return 3;
    return TAG_CHARACTER.test(this.character()) ? 1 : 0;
  }

  private expectTagCharacters(): string {
    const from = this.position;
    for (let length = this.tagCharacterLength(); length > 0; length = this.tagCharacterLength()) this.skip(length);
    if (this.position === from) this.fail("a tag is empty");
    return this.text.slice(from, this.position);
  }

  private expect(pattern: RegExp): string {
    const from = this.position;
    while (pattern.test(this.character())) this.skip(1);
    if (this.position === from) this.fail("something is missing in a tag or directive");
    return this.text.slice(from, this.position);
  }

  private expectWhite(): void {
    if (!this.isWhite(0)) this.fail("a directive lacks a space");
    this.skipWhite();
  }

  private expectCharacter(character: string): void {
    if (this.character() !== character) this.fail(`\`${character}\` is missing in a tag or directive`);
    this.skip(1);
  }
}

function isBreak(code: number): boolean {
  return code === LF || code === CR;
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB || isBreak(code);
}
