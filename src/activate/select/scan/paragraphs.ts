/** Splits a message into paragraphs of text between blank lines, and skips fenced code. */
import { isBlankCode } from "./characters.ts";
import { BACKTICK, CLOSE_PAREN, FULL_STOP, GREATER_THAN, HYPHEN, PLUS, STAR, TILDE } from "./codes.ts";
import type { ScannedMessage } from "./message.ts";

export interface MessageRange {
  readonly start: number;
  readonly end: number;
}

interface Fence {
  readonly mark: number;
  readonly length: number;
}

/** Yields the paragraphs of a message. An unclosed fence includes all following text. */
export function* paragraphs(message: ScannedMessage): Generator<MessageRange> {
  let fence: Fence | undefined;
  let start = -1;
  for (let line = 0; line < message.length; ) {
    const end = message.next("\n", line);
    const begins = afterIndent(message, line, end);
    const mark = fenceAt(message, begins, end);
    const ends = fence === undefined ? mark !== undefined || begins >= end : true;
    if (start !== -1 && ends) {
      yield { start, end: line };
      start = -1;
    }
    if (fence === undefined) {
      if (mark) fence = mark;
      else if (start === -1 && begins < end) start = line;
    } else if (closes(message, fence, begins, end)) fence = undefined;
    line = end + 1;
  }
  if (start !== -1) yield { start, end: message.length };
}

/** Skips blanks and Markdown's markers of quoted text (`>`). */
function afterIndent(message: ScannedMessage, line: number, end: number): number {
  let at = line;
  while (at < end && (isBlankCode(message.code(at)) || message.code(at) === GREATER_THAN)) at++;
  return at;
}

/**
 * Returns a fence: three or more characters at the start of a line or of a list item. Backticks later on the line make
 * it inline code.
 */
function fenceAt(message: ScannedMessage, begins: number, end: number): Fence | undefined {
  const at = afterBullet(message, begins, end);
  const mark = message.code(at);
  if (mark !== BACKTICK && mark !== TILDE) return undefined;
  const length = runLength(message, at, end);
  if (length < 3) return undefined;
  return mark === BACKTICK && message.next("`", at + length) < end ? undefined : { mark, length };
}

function afterBullet(message: ScannedMessage, begins: number, end: number): number {
  let at = begins;
  const first = message.code(at);
  if (first === HYPHEN || first === STAR || first === PLUS) at++;
  else {
    while (at < end && at - begins < MAX_NUMBER && isDigit(message.code(at))) at++;
    if (at === begins || (message.code(at) !== FULL_STOP && message.code(at) !== CLOSE_PAREN)) return begins;
    at++;
  }
  if (!isBlankCode(message.code(at))) return begins;
  while (at < end && isBlankCode(message.code(at))) at++;
  return at;
}

/** Maximum digits of a list number in Markdown. */
const MAX_NUMBER = 9;

function closes(message: ScannedMessage, fence: Fence, begins: number, end: number): boolean {
  if (message.code(begins) !== fence.mark) return false;
  const length = runLength(message, begins, end);
  if (length < fence.length) return false;
  let at = begins + length;
  while (at < end && isBlankCode(message.code(at))) at++;
  return at === end;
}

export function runLength(message: ScannedMessage, start: number, end: number): number {
  const mark = message.code(start);
  let at = start + 1;
  while (at < end && message.code(at) === mark) at++;
  return at - start;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
