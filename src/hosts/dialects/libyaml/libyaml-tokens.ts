/**
 * Converts YAML text into tokens with the rules of libyaml. The rules say where a mapping may start, and where tabs are
 * allowed. They limit the distance of a key's `:` (one line, 1,024 bytes), and define valid tags and directives. It
 * stops at the first error.
 */
import { isBlank, isBlankOrEnd, isBreak, LibyamlReader, type Mark } from "./libyaml-reader.ts";
import { scanBlock, scanPlain, scanQuoted } from "./libyaml-scalars.ts";
import { scanDirective, scanTag, scanWord } from "./libyaml-tags.ts";

export type TokenKind =
  | "stream-end"
  | "version"
  | "tag-directive"
  | "document-start"
  | "document-end"
  | "block-sequence"
  | "block-mapping"
  | "block-end"
  | "["
  | "]"
  | "{"
  | "}"
  | ","
  | "-"
  | "?"
  | ":"
  | "alias"
  | "anchor"
  | "tag"
  | "scalar";

export interface Token {
  readonly kind: TokenKind;
  readonly line: number;
  /** The text of a scalar, name of an anchor, suffix of a tag, prefix of a directive, or `major.minor`. */
  readonly value: string;
  /** The handle. Only tags and tag directives have a handle. */
  readonly handle: string;
  readonly style: ScalarStyle;
}

export type ScalarStyle = "plain" | "quoted" | "literal" | "folded";

/** Returns all tokens of a text. Throws a `YamlProblem`. */
export function scanTokens(text: string): readonly Token[] {
  const scanner = new Scanner(text);
  while (scanner.next());
  return scanner.tokens;
}

/** The possible start of a key whose `:` has not been found yet. */
interface SimpleKey extends Mark {
  readonly token: number;
  readonly required: boolean;
}

const KEY_BYTES = 1024;

/** Maximum nested brackets. This is go-yaml's own limit; other readers fail earlier. */
const MAX_FLOW_LEVEL = 10_000;

class Scanner {
  readonly tokens: Token[] = [];
  readonly #reader: LibyamlReader;
  /** The possible keys, one entry per flow level. The first entry is for block context. */
  readonly #keys: (SimpleKey | undefined)[] = [undefined];
  readonly #indents: number[] = [];
  #indent = -1;
  #keyAllowed = true;

  constructor(text: string) {
    this.#reader = new LibyamlReader(text);
  }

  /** Reads one more token. Returns false after the last token. */
  next(): boolean {
    const reader = this.#reader;
    this.#skipToToken();
    this.#dropStaleKeys();
    this.#unroll(reader.column);
    if (reader.peek() === 0) return this.#end();
    if (reader.column === 0 && reader.peek() === PERCENT) this.#directive();
    else if (reader.atDocumentMarker(DASH)) this.#documentMarker("document-start");
    else if (reader.atDocumentMarker()) this.#documentMarker("document-end");
    else this.#content(reader.text.charAt(reader.at), reader.peek(1));
    return true;
  }

  #content(char: string, next: number): void {
    const flow = this.#inFlow();
    if (char === "[" || char === "{") return this.#openFlow(char);
    if (char === "]" || char === "}") return this.#closeFlow(char);
    if (char === ",") return this.#comma();
    if (char === "-" && isBlankOrEnd(next)) return this.#entry();
    if (char === "?" && (flow || isBlankOrEnd(next))) return this.#explicitKey();
    if (char === ":" && (flow || isBlankOrEnd(next))) return this.#value();
    if (char === "*" || char === "&") return this.#anchor(char);
    if (char === "!") return this.#tag();
    if ((char === "|" || char === ">") && !flow) return this.#block(char);
    if (char === "'" || char === '"') return this.#quoted();
    const indicator = isBlank(char.charCodeAt(0)) || INDICATORS.includes(char);
    if (indicator && char !== "-" && (flow || (char !== "?" && char !== ":")))
      this.#reader.fail("a character that cannot begin a value");
    this.#plain();
  }

  #inFlow(): boolean {
    return this.#keys.length > 1;
  }

  #skipToToken(): void {
    const reader = this.#reader;
    for (;;) {
      if (reader.column === 0 && reader.peek() === BOM) reader.skip();
      while (reader.peek() === SPACE || (reader.peek() === TAB && (this.#inFlow() || !this.#keyAllowed))) reader.skip();
      reader.skipComment();
      if (!isBreak(reader.peek())) return;
      reader.readBreak();
      if (!this.#inFlow()) this.#keyAllowed = true;
    }
  }

  /**
   * Drops possible keys that are too far away. Only two of them need a check: the outermost key, which can be required,
   * and the innermost key, which is used next.
   */
  #dropStaleKeys(): void {
    for (const at of [0, this.#keys.length - 1]) {
      const key = this.#keys[at];
      if (!key || (key.line === this.#reader.line && key.bytes + KEY_BYTES >= this.#reader.bytes)) continue;
      if (key.required) this.#reader.fail("a line is not `key: value`", key.line);
      this.#keys[at] = undefined;
    }
  }

  #saveKey(): void {
    if (!this.#keyAllowed) return;
    const required = !this.#inFlow() && this.#indent === this.#reader.column;
    this.#removeKey();
    this.#keys[this.#keys.length - 1] = { ...this.#reader.mark(), token: this.tokens.length, required };
  }

  #removeKey(): void {
    const key = this.#keys.at(-1);
    if (key?.required) this.#reader.fail("a line is not `key: value`", key.line);
    this.#keys[this.#keys.length - 1] = undefined;
  }

  #roll(column: number, kind: TokenKind, at = this.tokens.length): void {
    if (this.#inFlow() || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    this.tokens.splice(at, 0, token(kind, this.#reader.line));
  }

  #unroll(column: number): void {
    while (!this.#inFlow() && this.#indent > column) {
      this.#push("block-end");
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #push(kind: TokenKind, more: Partial<Token> = {}): void {
    this.tokens.push({ ...token(kind, this.#reader.line), ...more });
  }

  #end(): false {
    this.#unroll(-1);
    this.#removeKey();
    this.#push("stream-end");
    return false;
  }

  #startDocumentPart(): void {
    this.#unroll(-1);
    this.#removeKey();
    this.#keyAllowed = false;
  }

  #documentMarker(kind: TokenKind): void {
    this.#startDocumentPart();
    this.#push(kind);
    this.#reader.skip(3);
  }

  #openFlow(char: "[" | "{"): void {
    if (this.#keys.length > MAX_FLOW_LEVEL) this.#reader.fail("it nests too deep");
    this.#saveKey();
    this.#keys.push(undefined);
    this.#keyAllowed = true;
    this.#push(char);
    this.#reader.skip();
  }

  #closeFlow(char: "]" | "}"): void {
    this.#removeKey();
    if (this.#inFlow()) this.#keys.pop();
    this.#keyAllowed = false;
    this.#push(char);
    this.#reader.skip();
  }

  #comma(): void {
    this.#removeKey();
    this.#keyAllowed = true;
    this.#push(",");
    this.#reader.skip();
  }

  #needBlockPlace(what: string): void {
    if (!this.#inFlow() && !this.#keyAllowed) this.#reader.fail(`a ${what} is not allowed here`);
  }

  #entry(): void {
    this.#needBlockPlace("list entry");
    this.#roll(this.#reader.column, "block-sequence");
    this.#removeKey();
    this.#keyAllowed = true;
    this.#push("-");
    this.#reader.skip();
  }

  #explicitKey(): void {
    this.#needBlockPlace("key");
    this.#roll(this.#reader.column, "block-mapping");
    this.#removeKey();
    this.#keyAllowed = !this.#inFlow();
    this.#push("?");
    this.#reader.skip();
  }

  #value(): void {
    const key = this.#keys.at(-1);
    if (key) {
      this.tokens.splice(key.token, 0, token("?", key.line));
      this.#roll(key.column, "block-mapping", key.token);
      this.#keys[this.#keys.length - 1] = undefined;
      this.#keyAllowed = false;
    } else {
      this.#needBlockPlace("`:`");
      this.#roll(this.#reader.column, "block-mapping");
      this.#keyAllowed = !this.#inFlow();
    }
    this.#push(":");
    this.#reader.skip();
  }

  #anchor(char: "*" | "&"): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const { line } = this.#reader;
    this.#reader.skip();
    const value = scanWord(this.#reader);
    const next = this.#reader.peek();
    if (value === "" || !(isBlankOrEnd(next) || "?:,]}%@`".includes(String.fromCharCode(next))))
      this.#reader.fail("an anchor has no valid name");
    this.#push(char === "*" ? "alias" : "anchor", { value, line });
  }

  #block(char: "|" | ">"): void {
    this.#removeKey();
    this.#keyAllowed = true;
    const { line } = this.#reader;
    const value = scanBlock(this.#reader, this.#indent);
    this.#push("scalar", { value, line, style: char === "|" ? "literal" : "folded" });
  }

  #quoted(): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const { line } = this.#reader;
    this.#push("scalar", { value: scanQuoted(this.#reader), line, style: "quoted" });
  }

  #tag(): void {
    this.#saveKey();
    this.#keyAllowed = false;
    this.#push("tag", scanTag(this.#reader, this.#inFlow()));
  }

  #directive(): void {
    this.#startDocumentPart();
    const { line } = this.#reader;
    const { kind, ...directive } = scanDirective(this.#reader);
    this.#push(kind, { ...directive, line });
  }

  #plain(): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const { line } = this.#reader;
    const { value, open } = scanPlain(this.#reader, this.#indent + 1, this.#inFlow());
    if (open) this.#keyAllowed = true;
    this.#push("scalar", { value, line });
  }
}

const token = (kind: TokenKind, line: number): Token => ({ kind, line, value: "", handle: "", style: "plain" });

const TAB = 9;
const SPACE = 32;
const PERCENT = 37;
const DASH = 45;
const BOM = 0xfeff;
const INDICATORS = "-?:,[]{}#&*!|>'\"%@`";
