/**
 * Classifies characters for a scan. ASCII is looked up in a table; other characters use Unicode properties, one
 * character at a time.
 */
import { APOSTROPHE, DOUBLE_QUOTE, OPEN_BRACKET, OPEN_PAREN } from "./codes.ts";

const NAME = 1;
const BLANK = 2;
const BEFORE = 4;
const BEFORE_SLASH = 8;
const STOPS = 16;
const WORD = 32;

const TABLE = new Uint8Array(128);
mark("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", NAME | WORD);
mark(":-", NAME);
mark(" \t\n\r\v\f", BLANK | BEFORE | BEFORE_SLASH);
// A mention may follow an opening bracket, a quote, or punctuation that separates it from the previous text. It may not
// follow `-`, `.`, `:`, `=` or `/`, which join it to the previous text.
mark("([\"'", BEFORE | BEFORE_SLASH);
mark("|*,;!?", BEFORE);
// After a name, these characters make it part of a path, an assignment, a call, an element or an address.
mark("/\\=$@{[(%&#^+~", STOPS);

function mark(characters: string, kind: number): void {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    TABLE[code] = (TABLE[code] as number) | kind;
  }
}

function is(code: number, kind: number): boolean {
  return code >= 0 && code < 128 && ((TABLE[code] as number) & kind) !== 0;
}

const LETTER = /^[\p{L}\p{M}\p{N}]$/u;
/** Scripts without spaces between words. In these scripts, a mention may start and end within a run of letters. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/** Matches `[A-Za-z0-9_:-]` and letters of any script. */
export function isNameCharacter(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 128 ? is(code, NAME) : LETTER.test(character);
}

export function isNameCode(code: number): boolean {
  return is(code, NAME);
}

/** Matches letters, digits and `_`, the characters of a word. */
export function isWordCharacter(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 128 ? is(code, WORD) : LETTER.test(character);
}

export function isAsciiWord(code: number): boolean {
  return is(code, WORD);
}

export function isUnspaced(character: string): boolean {
  return character.charCodeAt(0) >= 0x0e00 && UNSPACED.test(character);
}

export function isBlankCode(code: number): boolean {
  return is(code, BLANK) || code === 0xa0 || code === 0x3000 || code === 0x2028 || code === 0x2029;
}

/** Returns whether a sigil may follow this character; "" is the start of the message. */
export function canPrecedeMention(character: string, sigil: "$" | "@" | "/"): boolean {
  if (character === "") return true;
  const code = character.charCodeAt(0);
  if (code < 128) return is(code, sigil === "/" ? BEFORE_SLASH : BEFORE);
  return !LETTER.test(character) || (sigil !== "/" && isUnspaced(character));
}

/**
 * Returns true for brackets and quotes. If they directly follow a word or a `=`, they belong to code: `call($x)`,
 * `href="/x"`.
 */
export function isOpeningCharacter(code: number): boolean {
  return code === OPEN_PAREN || code === OPEN_BRACKET || code === DOUBLE_QUOTE || code === APOSTROPHE;
}

/** Returns true if this character makes the preceding name a part of something else, such as a path. */
export function continuesName(code: number): boolean {
  return is(code, STOPS);
}
