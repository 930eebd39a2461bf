/** One word of a command: the part of it that is certain, and the commands inside of it. */
import type { ParsedScript, WordPart } from "unbash";
import type { ShellWord } from "./shell-line.ts";

/** Receives what a word contains. */
export interface WordContext {
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
export function parseWord(word: WordLike, context: WordContext, place: Place = "bare"): ShellWord {
  const [first, ...others] = parseWords(word, context, place);
  if (others.length > 0) context.doubt(`\`${word.text}\` can become several words`);
  return first ?? { text: "", whole: true };
}

/** The words that a word can become: more than one if it has braces or the variable of a loop. */
export function parseWords(word: WordLike, context: WordContext, place: Place = "bare"): readonly ShellWord[] {
  const { text } = word;
  if (isPlainWord(text)) return [{ text, whole: true }];
  const { parts, value } = word;
  if (place === "bare" && text.startsWith("~")) context.doubt(`\`${text}\` is outside of the project`);
  // In zsh, `=name` is the path of a program.
  if (place === "bare" && /^=[^= ]/.test(text)) context.doubt(`\`${text}\` is read differently by shells`);
  if (place === "bare" && text !== "{}" && hasOperators(text, parts ?? []))
    context.refuse(`\`${text}\` is read differently by shells`);
  return parts === undefined ? [{ text: value, whole: true }] : parseParts(parts, context, place);
}

/** True if nothing in the word has a meaning to a shell. Most words are plain, and the parser takes the others apart on access. */
export function isPlainWord(text: string): boolean {
  return /^[\w./:@%,+-]+$/.test(text);
}

const OPERATORS = /[(){}<>|&;`$]/;

/** True if plain text has characters that mean something to a shell: the parser and the shell do not agree about the word. */
function hasOperators(text: string, parts: readonly WordPart[]): boolean {
  if (!OPERATORS.test(text)) return false;
  const plain = parts.length === 0 ? [text] : parts.filter(({ type }) => type === "Literal").map((part) => part.text);
  return plain.some((each) => OPERATORS.test(each.replaceAll(/\\.|'[^']*'|"(?:[^"\\]|\\.)*"/gs, "")));
}

function parseParts(parts: readonly WordPart[], context: WordContext, place: Place): readonly ShellWord[] {
  if (parts.length === 1) return parsePart(parts[0] as WordPart, context, place);
  let words: readonly ShellWord[] = [{ text: "", whole: true }];
  for (const part of parts) {
    const choices = parsePart(part, context, place);
    if (words.length * choices.length > MAX_WORDS) context.refuse("the line is too complex");
    else words = words.flatMap((word) => choices.map((choice) => join(word, choice)));
  }
  return words;
}

const UNKNOWN: ShellWord = { text: "", whole: false };

/** The words that a part of a word can become. */
function parsePart(part: WordPart, context: WordContext, place: Place): readonly ShellWord[] {
  const { text } = part;
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return [{ text: part.value, whole: true }];
    case "DoubleQuoted":
      return parseParts(part.parts, context, "quoted");
    case "SimpleExpansion":
      return valuesOf(text.slice(1), context, place);
    case "ParameterExpansion":
      if (part.prefix || part.index || part.operation) break;
      return valuesOf(part.parameter, context, place);
    case "CommandExpansion":
      context.script(part.script);
      if (place === "bare") context.doubt(`\`${text}\` can become several words`);
      return [UNKNOWN];
    case "ProcessSubstitution":
      context.script(part.script);
      if (part.operator === ">") context.refuse(`\`${text}\` feeds a command while the line runs`);
      return [{ ...UNKNOWN, pipe: true }];
    case "Glob":
      if (part.kind !== "bracket") return [{ ...UNKNOWN, glob: text }];
      if (part.parts.some(({ type }) => type !== "Literal")) break;
      context.doubt(`\`${text}\` is only known at run time`);
      // It matches one of some characters.
      return [{ ...UNKNOWN, glob: "?" }];
    case "BraceExpansion":
      if (part.parts?.some(({ type }) => type !== "Literal")) break;
      // `{a,b}` with plain words in it.
      if (/^\{[\w./-]*(?:,[\w./-]*)+\}$/.test(text))
        return text
          .slice(1, -1)
          .split(",")
          .map((each) => ({ text: each, whole: true }));
      context.doubt(`\`${text}\` is only known at run time`);
      return [UNKNOWN];
  }
  context.refuse(`\`${text}\` is only known at run time`);
  return [UNKNOWN];
}

function valuesOf(name: string, context: WordContext, place: Place): readonly ShellWord[] {
  // The status of the last command, the number of arguments and the process id are numbers.
  if (/^[?#$]$/.test(name)) return [{ text: "0", whole: true }];
  const values = context.variables.get(name);
  if (values === undefined) context.doubt(`the line does not define \`$${name}\`, which can be a secret`);
  if (values?.some(({ text }) => text.startsWith("-"))) context.doubt(`\`$${name}\` can become an option`);
  if (place !== "bare" || values === undefined) return values ?? [UNKNOWN];
  if (values.some(({ text, whole, glob }) => /[\s*?[\\]/.test(text) || !(whole || glob)))
    context.doubt(`\`$${name}\` can become several words`);
  return values.map((each) => (each.glob ? { ...each, splits: true } : each));
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
