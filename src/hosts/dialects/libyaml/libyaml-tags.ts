/** Scans tags and directives as libyaml does. Call each function with the reader at the first character of the tag. */
import { isBlank, isBlankOrEnd, isBreakOrEnd, isDigit, isWord, type LibyamlReader } from "./libyaml-reader.ts";

export interface YamlTag {
  /** The handle of the tag: `!`, `!!` or `!name!`; "" if `value` is the whole tag. */
  readonly handle: string;
  /** The tag as bytes. */
  readonly value: string;
}

export function scanTag(reader: LibyamlReader, flow: boolean): YamlTag {
  const tag = reader.peek(1) === LESS ? scanVerbatim(reader) : scanShorthand(reader);
  if (!isBlankOrEnd(reader.peek()) && !(flow && reader.peek() === COMMA)) reader.fail("a tag has an invalid character");
  return tag;
}

/** Scans a `%TAG` with its handle, or a `%YAML` with `major.minor`. Any other directive is an error. */
export function scanDirective(reader: LibyamlReader): YamlTag & { kind: "version" | "tag-directive" } {
  reader.skip();
  const name = scanWord(reader);
  if (name === "" || !isBlankOrEnd(reader.peek())) reader.fail("a directive has no valid name");
  if (name !== "YAML" && name !== "TAG") reader.fail("a directive is not known");
  reader.skipBlanks();
  const directive =
    name === "YAML"
      ? { kind: "version" as const, handle: "", value: scanVersion(reader) }
      : { kind: "tag-directive" as const, ...scanPrefix(reader) };
  reader.skipBlanks();
  reader.skipComment();
  if (!isBreakOrEnd(reader.peek())) reader.fail("unexpected text after a directive");
  reader.readBreak();
  return directive;
}

export function scanWord(reader: LibyamlReader): string {
  const start = reader.at;
  while (isWord(reader.peek())) reader.skip();
  return reader.text.slice(start, reader.at);
}

function scanVerbatim(reader: LibyamlReader): YamlTag {
  reader.skip(2);
  const value = scanUri(reader, "", true);
  if (reader.peek() !== GREATER) reader.fail("a tag is not closed");
  reader.skip();
  return { handle: "", value };
}

function scanShorthand(reader: LibyamlReader): YamlTag {
  const handle = scanHandle(reader);
  if (handle.length > 1 && handle.endsWith("!")) return { handle, value: scanUri(reader, "", false) };
  const value = scanUri(reader, handle, false);
  return value === "" ? { handle: "", value: "!" } : { handle: "!", value };
}

function scanHandle(reader: LibyamlReader): string {
  if (reader.peek() !== BANG) reader.fail("a tag handle has no `!`");
  reader.skip();
  const word = scanWord(reader);
  if (reader.peek() !== BANG) return `!${word}`;
  reader.skip();
  return `!${word}!`;
}

/** Scans a tag's text after the `!` of `head`. In libyaml, the text ends at the first NUL. */
function scanUri(reader: LibyamlReader, head: string, flowIndicators: boolean): string {
  const start = reader.at;
  let uri = head.slice(1);
  for (;;) {
    const unit = reader.peek();
    if (unit === PERCENT) uri += scanUriEscape(reader);
    else if (isWord(unit) || (unit !== 0 && URI.includes(String.fromCharCode(unit)))) uri += reader.read();
    else if (flowIndicators && (unit === COMMA || unit === 91 || unit === 93)) uri += reader.read();
    else break;
  }
  if (head === "" && reader.at === start) reader.fail("a tag has no name");
  return uri.replace(/\0.*$/s, "");
}

/** Scans one escaped character of up to four octets. */
function scanUriEscape(reader: LibyamlReader): string {
  let octets = "";
  let left = 1;
  do {
    const match = /^%([0-9A-Fa-f]{2})/.exec(reader.text.slice(reader.at, reader.at + 3));
    if (!match) return reader.fail("an escape in a tag lacks its digits");
    const octet = Number.parseInt(match[1]!, 16);
    if (octets === "")
      left = octet < 0x80 ? 1 : octet >> 5 === 6 ? 2 : octet >> 4 === 14 ? 3 : octet >> 3 === 30 ? 4 : 0;
    if (left === 0 || (octets !== "" && octet >> 6 !== 2)) reader.fail("an escape in a tag is not a character");
    octets += String.fromCharCode(octet);
    reader.skip(3);
  } while (--left > 0);
  return octets;
}

function scanPrefix(reader: LibyamlReader): YamlTag {
  const handle = scanHandle(reader);
  if (!handle.endsWith("!")) reader.fail("a tag handle is not closed");
  if (!isBlank(reader.peek())) reader.fail("a tag handle has no prefix");
  reader.skipBlanks();
  const value = scanUri(reader, "", true);
  if (!isBlankOrEnd(reader.peek())) reader.fail("a tag prefix has an invalid character");
  return { handle, value };
}

function scanVersion(reader: LibyamlReader): string {
  const major = scanNumber(reader);
  if (reader.peek() !== DOT) reader.fail("a version is not a number");
  reader.skip();
  return `${major}.${scanNumber(reader)}`;
}

function scanNumber(reader: LibyamlReader): number {
  const start = reader.at;
  while (isDigit(reader.peek())) reader.skip();
  const length = reader.at - start;
  if (length === 0 || length > 9) reader.fail("a version is not a number");
  return Number(reader.text.slice(start, reader.at));
}

const BANG = 33;
const PERCENT = 37;
const COMMA = 44;
const DOT = 46;
const LESS = 60;
const GREATER = 62;
const URI = ";/?:@&=+$.!~*'()";
