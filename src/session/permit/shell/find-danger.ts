/** The words that a `*` has swallowed: is there one among them that no wildcard grants? */

import type { Spelled } from "./command-pattern.ts";
import { couldBeOption, isDangerous } from "./dangerous-word.ts";
import { DANGERS, type Dangers, NEVER } from "./dangers.ts";
import { gitDanger } from "./git.ts";
import type { ShellWord } from "./read/line.ts";
import { awkDanger, sedDanger } from "./scripts.ts";

type Check = (words: readonly ShellWord[], spelled: Spelled) => string | undefined;

const SCRIPTS: readonly (readonly [string, Check])[] = [
  ["git", gitDanger],
  ...["sed", "gsed"].map((name) => [name, sedDanger] as const),
  ...["awk", "gawk", "mawk", "nawk"].map((name) => [name, awkDanger] as const),
];

/** By program; one that is not here is granted as its rule says. */
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...[...DANGERS].map(([name, dangers]): [string, Check] => [
    name,
    (words, spelled) => dangerIn(dangers, words, spelled),
  ]),
  ...[...NEVER].map((name): [string, Check] => [name, () => `\`${name}\` can change what a command means`]),
  ...SCRIPTS,
]);

/** Whether a program needs a closer look at its words; most do not. */
export function hasDangers(program: string): boolean {
  return CHECKS.has(program);
}

/** [B12] A clause that says which, or nothing. */
export function findDanger(words: readonly ShellWord[], spelled: Spelled): string | undefined {
  return CHECKS.get(words[0]?.text ?? "")?.(words, spelled);
}

function dangerIn(dangers: Dangers, words: readonly ShellWord[], spelled: Spelled): string | undefined {
  const program = words[0]?.text ?? "";
  if (dangers.runs) return runDanger(words, spelled);
  if (dangers.interprets !== undefined) return interpreted(dangers, words, spelled);
  if (dangers.commands && !spelled(1) && !dangers.commands.has(words[1]?.whole ? words[1].text : ""))
    return `\`${program} ${words[1]?.text ?? ""}\` is no command of its own`;
  if (dangers.fed && !asksAboutItself(words) && !words.some((word, at) => at > 0 && isSaid(word, dangers.fed)))
    return `\`${program}\` takes its orders from whatever it is fed with`;
  let ended = false;
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as ShellWord;
    if (spelled(at) || dangers.texts?.includes(words[at - 1]?.text ?? "")) continue;
    if (isDangerous(word, dangers)) return `\`${program}\` with \`${word.text}\` does more than it is for`;
    if (!ended && couldBeOption(word)) return "a word of it could become an option when it runs";
    ended ||= word.whole && word.text === "--";
  }
  return undefined;
}

/** The program behind it must be spelled out, and then holds to its own. */
function runDanger(words: readonly ShellWord[], spelled: Spelled): string | undefined {
  const at = /^\d+(?:\.\d+)?[smhd]?$/.test(words[1]?.text ?? "") ? 2 : 1;
  if (!spelled(at) || /^-|=/.test(words[at]?.text ?? "-"))
    return `\`${words[0]?.text}\` runs whatever is named behind it`;
  return findDanger(words.slice(at), (place) => spelled(place + at));
}

const ASKS_ABOUT_ITSELF: ReadonlySet<string> = new Set(["--version", "--help", "-V", "-h", "-v"]);

function asksAboutItself(words: readonly ShellWord[]): boolean {
  return words.length === 2 && ASKS_ABOUT_ITSELF.has(words[1]?.text ?? "");
}

function isSaid({ text, whole }: ShellWord, pattern: RegExp | undefined): boolean {
  return whole && pattern?.test(text) === true;
}

/** A program for it that stands in the line or comes through a pipe is nothing that a rule can have seen. */
function interpreted(
  { interprets = "", words: modules = [] }: Dangers,
  words: readonly ShellWord[],
  spelled: Spelled,
): string | undefined {
  const program = words[0]?.text ?? "";
  if (asksAboutItself(words)) return undefined;
  const flags = new Set(interprets);
  let at = 1;
  while (at < words.length && (spelled(at) || isFlags(words[at] as ShellWord, flags))) at++;
  const file = words[at];
  if (file === undefined)
    return at > 1 && spelled(at - 1) ? undefined : `\`${program}\` takes its orders from whatever it is fed with`;
  if (/^[-+]|^$/.test(file.text)) return `\`${program}\` with \`${file.text}\` runs what is written there`;
  return modules.includes(file.text.split(".", 1)[0] as string)
    ? `\`${program}\` with \`${file.text}\` runs what is written there`
    : undefined;
}

function isFlags({ text, whole }: ShellWord, flags: ReadonlySet<string>): boolean {
  return whole && /^-[A-Za-z]+$/.test(text) && [...text.slice(1)].every((letter) => flags.has(letter));
}
