/**
 * Splits lines that need no parser, because only the blanks between words are special. It returns the same as the
 * parser-based reader, or undefined; a property test compares them. It is fast because agents call their shell more
 * than any other tool.
 */
import { KEYWORDS } from "../programs/programs.ts";
import { MAX_LINE_CHARS, plainCommand, type ShellLine, type ShellWord, type SimpleCommand } from "./shell-line.ts";

/** Matches every special character of a shell, such as quotes, expansions and operators, and any unusual character. */
const SPECIAL = /[^\w/:@%,.+= -]/;
/** Lines without a match contain no options, paths with `/`, addresses, or key names such as `id_rsa`. */
const NOT_BARE = /[^A-Za-z0-9 -]| -|^[ -]/;

export function splitPlainLine(text: string): ShellLine | undefined {
  if (text.length > MAX_LINE_CHARS) return undefined;
  const isBare = !NOT_BARE.test(text);
  if (!isBare && SPECIAL.test(text)) return undefined;
  const line = isBare ? text : text.trimStart();
  const blank = line.indexOf(" ");
  const program = blank === -1 ? line : line.slice(0, blank);
  if (program === "" || KEYWORDS.has(program)) return undefined;
  // A `=` in the program's word would set a variable, and zsh expands a word that begins with `=`.
  if (!isBare && (program.includes("=") || line.includes(" ="))) return undefined;
  return { commands: [new PlainCommand(program, line)], bare: isBare ? line : undefined };
}

/** Splits its words on first access. */
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
