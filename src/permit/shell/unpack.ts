/**
 * Programs that write what somebody else has named: the files of an archive or a patch, or the last part of an address. Out
 * comes where that may be: a directory below which anything is written, or files; undefined where it is only known when it runs.
 */
import type { ShellWord } from "./line.ts";

type Found = (words: readonly ShellWord[]) => readonly string[] | undefined;

/** [B22] Directories below which the files of an archive or a patch are put. */
export function unpackedBelow(words: readonly ShellWord[]): readonly string[] | undefined {
  const unpacks = UNPACKERS.get(words[0]?.text ?? "");
  return unpacks === undefined ? NONE : unpacks(words);
}

/** [B22] Files that are called as the address that they are fetched from. */
export function namedByAddress(words: readonly ShellWord[]): readonly string[] | undefined {
  const fetches = FETCHERS.get(words[0]?.text ?? "");
  return fetches === undefined ? NONE : fetches(words);
}

const NONE: readonly string[] = [];
const HERE: readonly string[] = ["."];
const of = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const UNPACKERS: ReadonlyMap<string, Found> = new Map<string, Found>([
  ...["tar", "bsdtar", "gtar"].map((program) => [program, tar] as const),
  ["unzip", (words) => (has(words, /^-[A-Za-z]*[lptvzZ]/) ? NONE : into(words, /^-d(.*)$/))],
  ["7z", (words) => (has(words, /^[xe]$/) ? into(words, /^-o(.+)$/) : NONE)],
  ["cpio", (words) => (has(words, /^-[A-Za-z]*[ip]|^--(?:ex|pa)/) ? into(words, /^-D(.*)$/) : NONE)],
  ["patch", (words) => (has(words, /^--dry-run$/) ? NONE : into(words, /^(?:-d|--directory=)(.*)$/))],
  ["git", (words) => (patches(words) ? HERE : NONE)],
]);

const LOOKS = of("--check --stat --numstat --summary");

function patches(words: readonly ShellWord[]): boolean {
  const at = words.findIndex(({ text }, place) => place > 0 && !text.startsWith("-"));
  const command = words[at]?.text;
  return command === "am" || (command === "apply" && !words.slice(at).some(({ text }) => LOOKS.has(text)));
}

function tar(words: readonly ShellWord[]): readonly string[] | undefined {
  const bundled = /^[A-Za-z]*x/.test(words[1]?.text ?? "");
  const extracts = bundled || has(words, /^-[A-Za-z]*x|^--(?:ex|ge)/);
  return extracts ? into(words, /^(?:-[A-Za-z]*C|--dir[a-z]*=)(.*)$/) : NONE;
}

function has(words: readonly ShellWord[], pattern: RegExp): boolean {
  return words.slice(1).some(({ text }) => pattern.test(text));
}

/** The directory that an option says, in the same word or the next; where nobody says one it is this one. */
function into(words: readonly ShellWord[], option: RegExp): readonly string[] | undefined {
  const said = words.flatMap((word, at) => {
    const found = option.exec(word.text)?.[1];
    return found === undefined ? [] : [found === "" ? words[at + 1] : { text: found, whole: word.whole }];
  });
  if (said.length === 0) return HERE;
  return said.every((word) => word?.whole) ? said.flatMap((word) => word?.text ?? []) : undefined;
}

const FETCHERS: ReadonlyMap<string, Found> = new Map<string, Found>([
  ["curl", (words) => (has(words, /^-[A-Za-z]*O|^--remote-name/) ? names(words, /^-[A-Za-z]*J|^--remote-h/) : NONE)],
  ["wget", (words) => (has(words, /^-[A-Za-z]*O|^--output-d/) ? NONE : names(words, FREE))],
]);

/** Of wget: names come from a server, a file or whatever is linked to. */
const FREE = /^-[A-Za-z]*[imprx]|^--(?:con|tr|rec|mir|pag|for|in)/;

function names(words: readonly ShellWord[], free: RegExp): readonly string[] | undefined {
  const addresses = words.slice(1).filter(({ text }) => !text.startsWith("-"));
  if (has(words, free) || addresses.some(({ text, whole }) => !whole || /[{}[\]]/.test(text))) return undefined;
  return addresses.flatMap(({ text }) => /([^/]+)$/.exec(text.replace(/[?#].*$/, ""))?.[1] ?? []);
}
