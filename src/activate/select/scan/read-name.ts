/** Reads the name at a position. Returns its end, and whether the name is known. */
import { SCOPES } from "../../../model/skills/root.ts";
import { continuesName, isNameCharacter, isNameCode, isUnspaced } from "./characters.ts";
import { AT_SIGN, COLON, FULL_STOP, GREATER_THAN, HYPHEN } from "./codes.ts";
import type { ScannedMessage } from "./message.ts";

export interface ScannedName {
  /** The name; empty if the text at this position is not a name. */
  readonly name: string;
  /** Offset after the last character. */
  readonly end: number;
  readonly known: boolean;
  /** Offset after all characters that could belong to the name, such as a following colon. */
  readonly runEnd: number;
}

/** Maximum characters of a name. No skill has a longer name. */
export const MAX_NAME = 200;

/**
 * Returns the name with its scope, if it has one. Otherwise returns the longest known name: the text as written,
 * without trailing `:`, `-` and `_`, or up to a script without spaces. The name is empty if the following text makes it
 * a part of something else, such as a path.
 */
export function readName(message: ScannedMessage, start: number, isKnown: (name: string) => boolean): ScannedName {
  const runEnd = endOfRun(message, start);
  const read = (name: string, known: boolean): ScannedName => ({ name, known, end: start + name.length, runEnd });
  if (runEnd === start || runEnd - start > MAX_NAME) return read("", false);
  const scoped = endOfScope(message, runEnd);
  if (scoped !== runEnd) {
    const name = message.text.slice(start, scoped);
    return { ...read(name, isKnown(name)), runEnd: scoped };
  }
  if (isPartOfMore(message, runEnd)) return read("", false);
  const run = message.text.slice(start, runEnd);
  const bare = withoutTail(run);
  const known = [run, bare, withoutTail(beforeUnspaced(run))].find((name) => name !== "" && isKnown(name));
  return known === undefined ? read(bare, false) : read(known, true);
}

/**
 * Returns the offset after all characters of the name. A full stop belongs to a name only between two name characters:
 * in `v1.2`, but not at the end of a sentence.
 */
function endOfRun(message: ScannedMessage, start: number): number {
  const first = message.code(start);
  if (first === COLON || first === HYPHEN) return start;
  let at = start;
  for (;;) {
    const after = afterNameCharacter(message, at);
    if (after !== at) at = after;
    else if (at === start || message.code(at) !== FULL_STOP || afterNameCharacter(message, at + 1) === at + 1)
      return at;
    else at++;
  }
}

function afterNameCharacter(message: ScannedMessage, at: number): number {
  const code = message.code(at);
  if (code < 128) return isNameCode(code) ? at + 1 : at;
  const character = message.character(at);
  return isNameCharacter(character) ? at + character.length : at;
}

/** Returns the offset after `@user` if the scope is known and complete. */
function endOfScope(message: ScannedMessage, at: number): number {
  if (message.code(at) !== AT_SIGN) return at;
  let end = at + 1;
  while (isNameCode(message.code(end))) end++;
  const scope = withoutTail(message.text.slice(at + 1, end));
  const known = SCOPES.some((each) => each === scope.toLowerCase());
  return known && !isPartOfMore(message, end) && !isJoined(message, end) ? at + 1 + scope.length : at;
}

/** Returns true if the word continues with another letter. */
function isJoined(message: ScannedMessage, at: number): boolean {
  return afterNameCharacter(message, at) !== at && !isUnspaced(message.character(at));
}

/** Returns true if the following text makes the name part of a path, an address, an assignment or a call. */
function isPartOfMore(message: ScannedMessage, end: number): boolean {
  const code = message.code(end);
  if (continuesName(code)) return true;
  if (code === GREATER_THAN) return message.code(end - 1) === HYPHEN;
  return code === FULL_STOP && afterNameCharacter(message, end + 1) !== end + 1;
}

function withoutTail(run: string): string {
  let end = run.length;
  while (end > 0 && ":-_".includes(run[end - 1] as string)) end--;
  return run.slice(0, end);
}

/**
 * Returns the part before the first letter of a script without spaces. Returns "" if the text starts with such a letter
 * or contains a full stop.
 */
function beforeUnspaced(run: string): string {
  if (run.includes(".")) return "";
  let at = 0;
  for (const character of run) {
    if (isUnspaced(character)) break;
    at += character.length;
  }
  return run.slice(0, at);
}
