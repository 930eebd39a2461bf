/**
 * The lines that need no parser: nothing in them means anything to a shell but the blanks between words. Says the same as
 * the reader with the parser, or nothing at all; a property test holds it to that. One pass, because an agent calls its
 * shell more than anything else.
 */
import { MAX_LINE_CHARS, type ShellLine, type ShellWord, type SimpleCommand, word } from "./line.ts";

const BLANK = 1;
const PLAIN = 2;
/** Part of a word, but not its beginning, and not of the program: there it would set a variable. */
const EQUALS = 3;
/** As plain as any, and part of every name that agents give to their settings. */
const DOT = 4;

/** No quote, escape, expansion, operator, comment, pattern, brace or tilde is among them. */
const MEANING = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_/:@%+,-")
  MEANING[character.charCodeAt(0)] = PLAIN;
MEANING[" ".charCodeAt(0)] = BLANK;
MEANING["=".charCodeAt(0)] = EQUALS;
MEANING[".".charCodeAt(0)] = DOT;

/** What a shell reads as something else than a program, and what takes `a=b` as an assignment where others take a word. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "if then else elif fi do done case esac while until for in function time select coproc " +
    "declare typeset local export readonly alias"
  ).split(" "),
);

export function splitPlain(text: string): ShellLine | undefined {
  if (text.length > MAX_LINE_CHARS) return undefined;
  let begin = -1;
  let end = -1;
  let inWord = false;
  let dotted = false;
  for (let at = 0; at < text.length; at++) {
    const meaning = MEANING[text.charCodeAt(at)];
    if (meaning === PLAIN || meaning === DOT) {
      if (begin === -1) begin = at;
      inWord = true;
      dotted ||= meaning === DOT;
    } else if (meaning === BLANK) {
      if (inWord && end === -1) end = at;
      inWord = false;
    } else if (meaning !== EQUALS || !inWord || end === -1) return undefined;
  }
  if (begin === -1) return undefined;
  const program = text.slice(begin, end === -1 ? text.length : end);
  return KEYWORDS.has(program) ? undefined : { commands: [new PlainCommand(text, program, dotted)] };
}

/** Its words are only cut out where somebody looks at them. */
class PlainCommand implements SimpleCommand {
  readonly program: string;
  readonly sets = NONE;
  readonly writes = NONE;
  readonly text: string;
  readonly dotted: boolean;
  #words: readonly ShellWord[] | undefined;

  constructor(text: string, program: string, dotted: boolean) {
    this.text = text;
    this.program = program;
    this.dotted = dotted;
  }

  get words(): readonly ShellWord[] {
    this.#words ??= this.text
      .split(" ")
      .filter((each) => each !== "")
      .map(word);
    return this.#words;
  }
}

const NONE: readonly string[] = [];
