/**
 * The lines that need no parser: nothing in them means anything to a shell but the blanks between words. Says the same as
 * the reader with the parser, or nothing at all; a property test holds it to that. One pass, because an agent calls its
 * shell more than anything else.
 */
import { MAX_LINE_CHARS, type ShellLine, type ShellWord } from "./line.ts";

const BLANK = 1;
const PLAIN = 2;
/** Part of a word, but not its beginning, and not of the program: there it would set a variable. */
const EQUALS = 3;

/** No quote, escape, expansion, operator, comment, pattern, brace or tilde is among them. */
const MEANING = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:@%+,-")
  MEANING[character.charCodeAt(0)] = PLAIN;
MEANING[" ".charCodeAt(0)] = BLANK;
MEANING["=".charCodeAt(0)] = EQUALS;

/** What a shell reads as something else than a program, and what takes `a=b` as an assignment where others take a word. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "if then else elif fi do done case esac while until for in function time select coproc " +
    "declare typeset local export readonly alias"
  ).split(" "),
);

export function splitPlain(text: string): ShellLine | undefined {
  if (text.length > MAX_LINE_CHARS) return undefined;
  const words: ShellWord[] = [];
  let start = -1;
  for (let at = 0; at < text.length; at++) {
    const meaning = MEANING[text.charCodeAt(at)];
    if (meaning === PLAIN) {
      if (start === -1) start = at;
    } else if (meaning === BLANK) {
      if (start !== -1) words.push({ text: text.slice(start, at), whole: true });
      start = -1;
    } else if (meaning !== EQUALS || start === -1 || words.length === 0) return undefined;
  }
  if (start !== -1) words.push({ text: text.slice(start), whole: true });
  const [program] = words;
  if (program === undefined || KEYWORDS.has(program.text)) return undefined;
  return { commands: [{ words, sets: NONE, writes: NONE }] };
}

const NONE: readonly string[] = [];
