/**
 * Reads a command line. Plain lines, in which only the blanks between words are special, are split directly. Other
 * lines are parsed; the parser is loaded for the first of them. Both readers return the same for plain lines; a
 * property test compares them.
 */
import { SHELL_KEYWORDS } from "../programs/programs.ts";
import { MAX_LINE_CHARS, plainCommand, type ShellLine, type SimpleCommand } from "./shell-line.ts";

/** Maximum number of cached lines. An agent runs the same commands again and again. */
const MAX_KNOWN = 256;
/**
 * A full cache is replaced, not cleared, because V8 keeps a cleared table, and the table would link to everything that
 * is added later.
 */
let known = new Map<string, ShellLine>();

let parse: ((text: string) => ShellLine) | undefined;

export function readShellLine(text: string): ShellLine | Promise<ShellLine> {
  return splitPlainLine(text) ?? known.get(text) ?? (parse ? parseOnce(text, parse) : loadParser(text));
}

async function loadParser(text: string): Promise<ShellLine> {
  parse = (await import("./parse-line.ts")).parseLine;
  return parseOnce(text, parse);
}

function parseOnce(text: string, read: (text: string) => ShellLine): ShellLine {
  const line = read(text);
  if (known.size >= MAX_KNOWN) known = new Map();
  if (text.length <= MAX_LINE_CHARS) known.set(text, line);
  return line;
}

/** Matches every special character of a shell, such as quotes, expansions and operators, and any unusual character. */
const SPECIAL = /[^\w/:@%,.+= -]/;
/** Lines without a match contain no options, no paths with `/`, no addresses, and no key names such as `id_rsa`. */
const NOT_BARE = /[^A-Za-z0-9 -]| -|^[ -]/;

export function splitPlainLine(text: string): ShellLine | undefined {
  if (text.length > MAX_LINE_CHARS) return undefined;
  if (SPECIAL.test(text)) return undefined;
  const isBare = !NOT_BARE.test(text);
  const line = isBare ? text : text.trimStart();
  const blank = line.indexOf(" ");
  const program = blank === -1 ? line : line.slice(0, blank);
  if (program === "" || SHELL_KEYWORDS.has(program)) return undefined;
  // A `=` in the program's word would set a variable, and zsh expands a word that begins with `=`.
  if (!isBare && (program.includes("=") || line.includes(" ="))) return undefined;
  return new PlainLine(program, line, isBare);
}

/** A plain command line. Its words are split on first access. */
class PlainLine {
  readonly program: string;
  readonly bare: string | undefined;
  readonly #text: string;
  #commands: readonly [SimpleCommand] | undefined;

  constructor(program: string, text: string, isBare: boolean) {
    this.program = program;
    this.bare = isBare ? text : undefined;
    this.#text = text;
  }

  get commands(): readonly [SimpleCommand] {
    this.#commands ??= [plainCommand((this.#text.match(/[^ ]+/g) ?? []).map((text) => ({ text, whole: true })))];
    return this.#commands;
  }
}
