/** One word of a command: the part of it that is certain, and the commands inside of it. */
import type { ParsedScript, WordPart } from "unbash";
import type { ShellWord } from "./line.ts";

/** Receives what a word contains. */
export interface Inner {
  readonly variables: ReadonlyMap<string, readonly ShellWord[]>;
  script(script: ParsedScript | undefined): void;
  /** The line may run something that is not known. */
  refuse(reason: string): void;
  /** All programs are known, but not all words. */
  doubt(reason: string): void;
}

/** `document`: the text of a here-document, where blanks do not separate words. */
type Place = "bare" | "quoted" | "document";

interface WordLike {
  /** As it is written. */
  readonly text: string;
  /** Without quotes and escapes. */
  readonly value: string;
  readonly parts?: readonly WordPart[] | undefined;
}

/** Words that braces and loop variables may stand for, in all. */
const MAX_WORDS = 64;

/** A word in a place where it cannot become several words. */
export function readWord(word: WordLike, inner: Inner, place: Place = "bare"): ShellWord {
  const [first, ...others] = readWords(word, inner, place);
  if (others.length > 0) inner.doubt(`\`${word.text}\` can become several words`);
  return first ?? { text: "", whole: true };
}

/** The words that a word can become: more than one if it has braces or the variable of a loop. */
export function readWords({ text, parts, value }: WordLike, inner: Inner, place: Place = "bare"): readonly ShellWord[] {
  if (place === "bare" && text.startsWith("~")) inner.doubt(`\`${text}\` is outside of the project`);
  if (place === "bare" && text !== "{}" && hasOperators(text, parts ?? []))
    inner.refuse(`\`${text}\` is read differently by shells`);
  if (parts === undefined) return [{ text: value, whole: true }];
  const reader = new WordReader(inner);
  reader.parts(parts, place);
  return reader.words;
}

const OPERATORS = /[(){}<>|&;`$]/;

/** True if plain text has characters that mean something to a shell: the parser and the shell do not agree about the word. */
function hasOperators(text: string, parts: readonly WordPart[]): boolean {
  if (!OPERATORS.test(text)) return false;
  const plain = parts.length === 0 ? [text] : parts.filter(({ type }) => type === "Literal").map((part) => part.text);
  return plain.some((each) => OPERATORS.test(each.replaceAll(/\\.|'[^']*'|"(?:[^"\\]|\\.)*"/gs, "")));
}

class WordReader {
  words: readonly ShellWord[] = [{ text: "", whole: true }];
  readonly #inner: Inner;

  constructor(inner: Inner) {
    this.#inner = inner;
  }

  parts(parts: readonly WordPart[], place: Place): void {
    for (const part of parts) this.#part(part, place);
  }

  #part(part: WordPart, place: Place): void {
    switch (part.type) {
      case "Literal":
      case "SingleQuoted":
        return this.#add({ text: part.value, whole: true });
      case "DoubleQuoted":
        return this.parts(part.parts, "quoted");
      case "SimpleExpansion":
        return this.#variable(part.text.slice(1), place);
      case "ParameterExpansion":
        if (part.prefix || part.index || part.operation) return this.#unknown(part.text);
        return this.#variable(part.parameter, place);
      case "CommandExpansion":
        this.#inner.script(part.script);
        if (place === "bare") this.#inner.doubt(`\`${part.text}\` can become several words`);
        return this.#add({ text: "", whole: false });
      case "ProcessSubstitution":
        this.#inner.script(part.script);
        if (part.operator === ">") this.#inner.refuse(`\`${part.text}\` feeds a command while the line runs`);
        return this.#add({ text: "", whole: false, pipe: true });
      case "Glob":
        if (part.kind === "bracket")
          return part.parts.every(({ type }) => type === "Literal") ? this.#open(part.text) : this.#unknown(part.text);
        return this.#add({ text: "", whole: false, glob: part.text });
      case "BraceExpansion":
        return this.#braces(part.text, part.parts ?? []);
      default:
        return this.#unknown(part.text);
    }
  }

  /** Nothing runs, but the word is not known. */
  #open(text: string): void {
    this.#inner.doubt(`\`${text}\` is only known at run time`);
    this.#add({ text: "", whole: false });
  }

  #unknown(text: string): void {
    this.#inner.refuse(`\`${text}\` is only known at run time`);
  }

  #add(...choices: readonly ShellWord[]): void {
    if (this.words.length * choices.length > MAX_WORDS) return this.#inner.refuse("the line is too complex");
    const [word] = this.words;
    const [choice] = choices;
    this.words =
      word && choice && this.words.length * choices.length === 1
        ? [join(word, choice)]
        : this.words.flatMap((each) => choices.map((other) => join(each, other)));
  }

  #variable(name: string, place: Place): void {
    // The status of the last command, the number of arguments and the process id are numbers.
    if (/^[?#$]$/.test(name)) return this.#add({ text: "0", whole: true });
    const choices = this.#inner.variables.get(name);
    if (choices === undefined) {
      this.#inner.doubt(`the line does not define \`$${name}\`, which can be a secret`);
      return this.#add({ text: "", whole: false });
    }
    if (choices.some(({ text }) => text.startsWith("-"))) this.#inner.doubt(`\`$${name}\` can become an option`);
    if (place === "bare" && choices.some(({ text, whole, glob }) => /[\s*?[\\]/.test(text) || !(whole || glob)))
      this.#inner.doubt(`\`$${name}\` can become several words`);
    this.#add(...choices.map((each) => (place === "bare" && each.glob ? { ...each, splits: true as const } : each)));
  }

  /** `{a,b}` with plain words in it. */
  #braces(text: string, parts: readonly WordPart[]): void {
    const list = /^\{([\w./,-]*,[\w./,-]*)\}$/.exec(text)?.[1];
    if (parts.some(({ type }) => type !== "Literal")) return this.#unknown(text);
    if (list === undefined) return this.#open(text);
    this.#add(...list.split(",").map((each) => ({ text: each, whole: true })));
  }
}

/** The text of a glob has only the characters before the first wildcard. */
function join(one: ShellWord, other: ShellWord): ShellWord {
  if (one.whole && other.whole) return { text: one.text + other.text, whole: true };
  const text = one.whole ? one.text + other.text : one.text;
  const pattern = patternOf(one);
  const rest = patternOf(other);
  return pattern === undefined || rest === undefined
    ? { text, whole: false, ...(one.text === "" && one.whole && other.pipe ? { pipe: true } : {}) }
    : { text, whole: false, glob: pattern + rest, ...(one.splits || other.splits ? { splits: true } : {}) };
}

/** Undefined if the word cannot be part of a pattern that is expanded here. */
function patternOf({ text, whole, glob }: ShellWord): string | undefined {
  return whole ? (/[*?[\]\\]/.test(text) ? undefined : text) : glob;
}
