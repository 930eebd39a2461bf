/**
 * Lines that need no parser: only the blanks between words have a meaning to a shell. Returns the same as the reader with the
 * parser, or undefined; a property test compares them. One pass, because agents call their shell more than any other tool.
 */
import { MAX_LINE_CHARS, plainCommand, type ShellLine, type ShellWord, type SimpleCommand, word } from "./line.ts";

const BLANK = 1;
/** A letter or a digit. */
const NAME = 2;
/** Plain, but a word that begins with it can be an option. */
const DASH = 3;
/** Plain, but a word that contains it can be a path, an address or the name of a key, such as `id_rsa`. */
const PATH = 4;
/** Plain inside of an argument. In the place of the program it would set a variable. */
const EQUALS = 5;

/** No quote, escape, expansion, operator, comment, pattern, brace or tilde is among them. */
const MEANING = new Uint8Array(128);
for (const [characters, meaning] of [
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", NAME],
  ["-+", DASH],
  ["/:@%,._", PATH],
  [" ", BLANK],
  ["=", EQUALS],
] as const)
  for (const character of characters) MEANING[character.charCodeAt(0)] = meaning;

/** Words that are not programs to a shell, and those that read `a=b` as an assignment. */
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
  let bare = true;
  for (let at = 0; at < text.length; at++) {
    const meaning = MEANING[text.charCodeAt(at)];
    if (meaning === BLANK) {
      if (inWord && end === -1) end = at;
      inWord = false;
      continue;
    }
    if (meaning === undefined || meaning === 0 || (meaning === EQUALS && (!inWord || end === -1))) return undefined;
    if (begin === -1) begin = at;
    if (end !== -1 && meaning !== NAME) bare &&= meaning === DASH && inWord;
    inWord = true;
  }
  if (begin === -1) return undefined;
  if (end === -1) end = text.length;
  const program = text.slice(begin, end);
  return KEYWORDS.has(program) ? undefined : { commands: [new PlainCommand(text, program, bare ? end : -1)] };
}

/** Its words are split on first access. */
class PlainCommand implements SimpleCommand {
  readonly program: string;
  readonly sets = EMPTY.sets;
  readonly writes = EMPTY.writes;
  readonly reads = EMPTY.reads;
  readonly fed = false;
  readonly looped = false;
  readonly bare: string | undefined;
  readonly argumentsAt: number;
  readonly #text: string;
  #words: readonly ShellWord[] | undefined;

  constructor(text: string, program: string, argumentsAt: number) {
    this.#text = text;
    this.program = program;
    this.bare = argumentsAt === -1 ? undefined : text;
    this.argumentsAt = argumentsAt;
  }

  get words(): readonly ShellWord[] {
    this.#words ??= this.#text
      .split(" ")
      .filter((each) => each !== "")
      .map(word);
    return this.#words;
  }
}

const EMPTY = plainCommand([]);
