/**
 * Lines that need no parser: only the blanks between words have a meaning to a shell. Returns the same as the reader with the
 * parser, or undefined; a property test compares them. Agents call their shell more than any other tool, so it is fast.
 */
import { KEYWORDS } from "../programs/variables.ts";
import { MAX_LINE_CHARS, plainCommand, type ShellLine, type ShellWord, type SimpleCommand } from "./shell-line.ts";

/** A quote, escape, expansion, operator, comment, pattern, brace or tilde, or any other character. */
const SPECIAL = /[^\w/:@%,.+= -]/;
/** In any other plain line, no word can be an option, a path with a `/`, an address, or the name of a key, such as `id_rsa`. */
const NOT_BARE = /[^A-Za-z0-9 -]| -|^[ -]/;

export function splitPlainLine(text: string): ShellLine | undefined {
  if (text.length > MAX_LINE_CHARS) return undefined;
  const isBare = !NOT_BARE.test(text);
  if (!isBare && SPECIAL.test(text)) return undefined;
  const line = isBare ? text : text.trimStart();
  const blank = line.indexOf(" ");
  const program = blank === -1 ? line : line.slice(0, blank);
  if (program === "" || KEYWORDS.has(program)) return undefined;
  // A `=` in the place of the program would set a variable, and zsh expands a word that begins with one.
  if (!isBare && (program.includes("=") || line.includes(" ="))) return undefined;
  return { commands: [new PlainCommand(program, line)], bare: isBare ? line : undefined };
}

/** Its words are split on first access. */
class PlainCommand implements SimpleCommand {
  readonly program: string;
  readonly sets = EMPTY.sets;
  readonly writes = EMPTY.writes;
  readonly reads = EMPTY.reads;
  readonly fed = false;
  readonly runs = EMPTY.runs;
  readonly #text: string;
  #words: readonly ShellWord[] | undefined;

  constructor(program: string, text: string) {
    this.program = program;
    this.#text = text;
  }

  get words(): readonly ShellWord[] {
    this.#words ??= (this.#text.match(/[^ ]+/g) ?? []).map((text) => ({ text, whole: true }));
    return this.#words;
  }
}

const EMPTY = plainCommand([]);
