/**
 * Parses and matches the pattern in `Bash(…)`. Words without a wildcard must equal the command's words. A `*` matches
 * other words, which `why-line-asks.ts` checks one by one.
 */
import { matchWildcards } from "../../../model/text/matching/match-wildcards.ts";
import type { ShellWord } from "./read/shell-line.ts";

export type CommandPattern =
  /** A whole line with its operators, compared exactly. */
  | { readonly line: string }
  | {
      /** A separate `*` matches any number of words. A `*` inside a word matches any characters of that word. */
      readonly words: readonly string[];
      /** True if the last word may continue and other words may follow: `go build*`. */
      readonly open: boolean;
      /** `npm run test:*` also covers commands such as `npm run test:unit`. */
      readonly named?: true;
    };

/** Returns true if the pattern has a literal word, without wildcards, at this index. Index 0 is the program. */
export type IsSpelledOut = (at: number) => boolean;

/** Maximum words of a pattern, and of a command that is compared with it. */
export const MAX_WORDS = 512;

const OPERATORS = /[;&|<>()$`\\"'#!~{}[\]?\n]/;

/** Returns a pattern, or the reason why the text is invalid. */
export function readCommandPattern(text: string): CommandPattern | { readonly problem: string } {
  const named = /:\*$/.test(text);
  const plain = text.replace(/:\*$/, " *").trim();
  const words = plain.split(/[ \t]+/);
  const [program = ""] = words;
  if (OPERATORS.test(plain))
    return plain.includes("*") ? { problem: "a `*` beside quotes or operators" } : { line: plain };
  if (words.length > MAX_WORDS) return { problem: "too many words" };
  if (program.includes("=")) return { problem: "a variable as the program" };
  const open = /[^*]\*$/.test(words.at(-1) as string);
  if (program.includes("*") && !(open && words.length === 1)) return { problem: "a `*` as the program" };
  if (open) return { words: [...words.slice(0, -1), (words.at(-1) as string).slice(0, -1)], open };
  return { words, open, ...(named && words.length > 2 ? { named } : {}) };
}

/** Returns true if all words of the pattern are literal, without wildcards. */
export function isExactPattern(pattern: CommandPattern): boolean {
  return "line" in pattern || !(pattern.open || pattern.words.some((each) => each.includes("*")));
}

/**
 * Returns undefined if the command does not match. It works like `matchWildcards`, but on words instead of characters.
 */
export function matchCommand(pattern: CommandPattern, command: readonly ShellWord[]): IsSpelledOut | undefined {
  if ("line" in pattern || command.length > MAX_WORDS) return undefined;
  const { words, open, named } = pattern;
  const spelled = command.map(() => false);
  let p = 0;
  let c = 0;
  let star = -1;
  let resume = 0;
  while (c < command.length) {
    const wanted = words[p];
    const last = open && p === words.length - 1;
    const isName = named === true && p === words.length - 2;
    if (wanted !== undefined && wanted !== "*" && fits(wanted, command[c] as ShellWord, last, isName)) {
      spelled[c] = wanted === (command[c] as ShellWord).text;
      if (last) return (at) => spelled[at] === true;
      p++;
      c++;
    } else if (wanted === "*") {
      star = p++;
      resume = c;
    } else if (star !== -1) {
      p = star + 1;
      spelled.fill(false, resume);
      c = ++resume;
    } else return undefined;
  }
  while (words[p] === "*") p++;
  return p === words.length ? (at) => spelled[at] === true : undefined;
}

function fits(wanted: string, { text, whole }: ShellWord, open: boolean, isName: boolean): boolean {
  if (!whole) return false;
  if (isName && text.startsWith(`${wanted}:`)) return true;
  return wanted.includes("*") ? matchWildcards(wanted, text) : open ? text.startsWith(wanted) : text === wanted;
}

/** Returns the fixed part of the word with a `*`, if that part is a path. */
export function fixedPathOf(pattern: CommandPattern): string | undefined {
  if ("line" in pattern) return undefined;
  const { words, open, named } = pattern;
  const last = words.at(-1) ?? "";
  if (named) return last === "*" && words.at(-2)?.includes("/") ? words.at(-2) : undefined;
  const partial = open ? last : words.find((each) => /[^*]\*/.test(each))?.split("*", 1)[0];
  return partial?.includes("/") ? partial : undefined;
}
