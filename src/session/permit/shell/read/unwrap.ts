/** Programs that only run another one: what counts is that one. */
import { type ShellWord, word } from "./line.ts";

/** What is really run, with the variables that are set for it; or why that cannot be said; or nothing, where it is no wrapper. */
export type Unwrapped =
  | { readonly words: readonly ShellWord[]; readonly sets: readonly string[] }
  | { readonly line: string }
  | { readonly unproven: string };

type Unwrap = (words: readonly ShellWord[]) => Unwrapped | undefined;

const WRAPPERS: ReadonlyMap<string, Unwrap> = new Map<string, Unwrap>([
  ["timeout", (words) => behind(words, /^(?:--foreground|--preserve-status|-v|--verbose)$/, /^(?:-k|-s)$/, DURATION)],
  ["nice", (words) => behind(words, /^-(?:n?\d{1,2}|-adjustment=\d{1,2})$/, /^-n$/)],
  ["nohup", (words) => behind(words, /^(?!)/, /^(?!)/)],
  ["stdbuf", (words) => behind(words, /^-[ioe](?:L|0|\d{1,9}[KM]?)$/, /^(?!)/)],
  ["command", (words) => behind(words, /^(?!)/, /^(?!)/)],
  ["env", unwrapEnv],
  ["xargs", unwrapXargs],
  ["bash", unwrapShell],
  ["sh", unwrapShell],
  ["zsh", unwrapShell],
  ["dash", unwrapShell],
]);

const DURATION = /^\d{1,9}(?:\.\d{1,9})?[smhd]?$/;

export function unwrap(words: readonly ShellWord[]): Unwrapped | undefined {
  return WRAPPERS.get(words[0]?.text ?? "")?.(words);
}

/** Options without a value, options with one, and a first operand of its own where there is one. */
function behind(words: readonly ShellWord[], alone: RegExp, valued: RegExp, operand?: RegExp): Unwrapped {
  let at = 1;
  while (at < words.length && words[at]?.whole && words[at]?.text.startsWith("-")) {
    const { text } = words[at] as ShellWord;
    if (alone.test(text)) at++;
    else if (valued.test(text) && words[at + 1]?.whole) at += 2;
    else return { unproven: `\`${words[0]?.text} ${text}\` is not looked into` };
  }
  if (operand && !(words[at]?.whole && operand.test(words[at++]?.text ?? "")))
    return { unproven: `\`${words[0]?.text}\` is not used as it is meant` };
  return inner(words, words.slice(at), []);
}

function inner(
  words: readonly ShellWord[],
  rest: readonly ShellWord[],
  sets: readonly string[],
): Exclude<Unwrapped, { line: string }> {
  return rest[0]?.whole && rest[0].text !== ""
    ? { words: rest, sets }
    : { unproven: `which program \`${words[0]?.text}\` runs is only known when it runs` };
}

function unwrapEnv(words: readonly ShellWord[]): Unwrapped {
  const sets: string[] = [];
  let at = 1;
  for (; words[at]?.whole && /^[A-Za-z_]\w*=/.test(words[at]?.text ?? ""); at++)
    sets.push(words[at]?.text.split("=", 1)[0] as string);
  if (words[at]?.text.startsWith("-")) return { unproven: `\`env ${words[at]?.text}\` is not looked into` };
  return inner(words, words.slice(at), sets);
}

/** Anything may follow, so that what it runs must be granted whatever its last words are. */
function unwrapXargs(words: readonly ShellWord[]): Unwrapped {
  const read = behind(words, /^(?:-[0rt]{1,3}|-[nLP]\d{1,6}|--null|--no-run-if-empty|--max-args=\d{1,6})$/, /^-[nLP]$/);
  return "words" in read ? { ...read, words: [...read.words, { text: "", whole: false }] } : read;
}

/** `sh -c TEXT` and nothing behind it; a script in a file is for rules to name. */
function unwrapShell(words: readonly ShellWord[]): Unwrapped | undefined {
  const [, option, text] = words;
  if (!option?.whole || !/^-[a-z]{0,4}c$/.test(option.text)) return undefined;
  if (!/^-[elux]{0,4}c$/.test(option.text) || words.length !== 3 || !text?.whole)
    return { unproven: `what \`${words[0]?.text} ${option.text}\` runs is only known when it runs` };
  return { line: text.text };
}

/** The words of an argument list, as a program is started without a shell. */
export function wordsOf(list: readonly string[]): readonly ShellWord[] {
  return list.map(word);
}
