/** Parses one word of a command: its certain part, and the commands inside it. */
import type { ParsedScript, WordPart } from "unbash";
import type { ShellWord } from "./shell-line.ts";

/** Receives the contents of a word. */
export interface WordContext {
  readonly variables: ReadonlyMap<string, readonly ShellWord[]>;
  script(script: ParsedScript | undefined): void;
  /** Called if the line may run an unknown program. */
  refuse(reason: string): void;
  /** Called if all programs are known, but a word is not. */
  doubt(reason: string): void;
}

/** `document`: the text of a here-document, where blanks do not separate words. */
type Place = "bare" | "quoted" | "document";

/** `text` is as it is written, `value` is without quotes and escapes. */
type WordLike = { readonly text: string; readonly value: string; readonly parts?: readonly WordPart[] | undefined };

/** Maximum words that braces and loop variables may produce. */
const MAX_WORDS = 64;

/** Parses a word in a position where it cannot become several words. */
export function parseWord(word: WordLike, context: WordContext, place: Place = "bare"): ShellWord {
  const [first, ...others] = parseWords(word, context, place);
  if (others.length > 0) context.doubt(`\`${word.text}\` can become several words`);
  return first ?? wordOf("");
}

/** Returns the words that a word can become: several if it has braces or a loop variable. */
export function parseWords(word: WordLike, context: WordContext, place: Place = "bare"): readonly ShellWord[] {
  const { text } = word;
  if (isPlainWord(text)) return [wordOf(text)];
  const { parts, value } = word;
  if (place === "bare" && text.startsWith("~")) context.doubt(`\`${text}\` is outside of the project`);
  // In zsh, `=name` expands to the path of a program.
  if (place === "bare" && /^=[^= ]/.test(text)) context.doubt(`\`${text}\` is read differently by shells`);
  if (place === "bare" && text !== "{}" && hasOperators(text, parts ?? []))
    context.refuse(`\`${text}\` is read differently by shells`);
  return parts === undefined ? [wordOf(value)] : parseParts(parts, context, place);
}

/**
 * A fast path: returns true if no character of the word is special in a shell. For other words the parser computes the
 * parts on access.
 */
export function isPlainWord(text: string): boolean {
  return /^[\w./:@%,+-]+$/.test(text);
}

const OPERATORS = /[(){}<>|&;`$]/;

/** Returns true if plain text contains special characters, so the parser and the shell may disagree about the word. */
function hasOperators(text: string, parts: readonly WordPart[]): boolean {
  if (!OPERATORS.test(text)) return false;
  const plain = parts.length === 0 ? [text] : parts.filter(({ type }) => type === "Literal").map((part) => part.text);
  return plain.some((each) => OPERATORS.test(each.replaceAll(/\\.|'[^']*'|"(?:[^"\\]|\\.)*"/gs, "")));
}

function parseParts(parts: readonly WordPart[], context: WordContext, place: Place): readonly ShellWord[] {
  if (parts.length === 1) return parsePart(parts[0] as WordPart, context, place);
  let words: readonly ShellWord[] = [wordOf("")];
  for (const part of parts) {
    const choices = parsePart(part, context, place);
    if (words.length * choices.length > MAX_WORDS) context.refuse("the line is too complex");
    else words = words.flatMap((word) => choices.map((choice) => join(word, choice)));
  }
  return words;
}

const UNKNOWN: ShellWord = { text: "", whole: false };
const wordOf = (text: string): ShellWord => ({ text, whole: true });

/** Returns the words that a part of a word can become. */
function parsePart(part: WordPart, context: WordContext, place: Place): readonly ShellWord[] {
  const { text } = part;
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
      return [wordOf(part.value)];
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
      // The bracket matches one character.
      return [{ ...UNKNOWN, glob: "?" }];
    case "BraceExpansion":
      if (part.parts?.some(({ type }) => type !== "Literal")) break;
      // `{a,b}` with plain words in it.
      if (/^\{[\w./-]*(?:,[\w./-]*)+\}$/.test(text)) return text.slice(1, -1).split(",").map(wordOf);
      context.doubt(`\`${text}\` is only known at run time`);
      return [UNKNOWN];
  }
  context.refuse(`\`${text}\` is only known at run time`);
  return [UNKNOWN];
}

function valuesOf(name: string, context: WordContext, place: Place): readonly ShellWord[] {
  // The status of the last command, the number of arguments and the process id are numbers.
  if (/^[?#$]$/.test(name)) return [wordOf("0")];
  const values = context.variables.get(name);
  if (values === undefined) context.doubt(`the line does not define \`$${name}\`, which can be a secret`);
  if (values?.some(({ text }) => text.startsWith("-"))) context.doubt(`\`$${name}\` can become an option`);
  if (place === "bare" && values?.some(({ text, whole, glob }) => /[\s*?[\\]/.test(text) || !(whole || glob)))
    context.doubt(`\`$${name}\` can become several words`);
  return values ?? [UNKNOWN];
}

/** The text of a glob contains only the characters before the first wildcard. */
function join(one: ShellWord, other: ShellWord): ShellWord {
  if (one.whole && other.whole) return wordOf(one.text + other.text);
  const text = one.whole ? one.text + other.text : one.text;
  const [pattern, rest] = [one, other].map(patternOf);
  if (pattern !== undefined && rest !== undefined) return { text, whole: false, glob: pattern + rest };
  return { text, whole: false, ...(one.text === "" && one.whole && other.pipe ? { pipe: true } : {}) };
}

/** Returns undefined if the word cannot be part of a pattern that this module expands. */
function patternOf({ text, whole, glob }: ShellWord): string | undefined {
  return whole ? (/[*?[\]\\]/.test(text) ? undefined : text) : glob;
}
