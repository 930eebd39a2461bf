/**
 * Programs that write where their words say, and which words those are. What decides over skills is written by no grant, so
 * these words are looked at wherever a rule covers the rest. Data, from the programs' own manuals; a program that is not here
 * is granted as its rule says.
 */
import { gitCommand } from "./git-writes.ts";
import type { ShellWord } from "./read/line.ts";

/** Which words of a program are files that it may write. */
type Written = (words: readonly ShellWord[]) => readonly ShellWord[];

const of = (words: string): readonly string[] => words.split(" ");

/** All of them: which are read and which written hangs on too much. */
const ALL: Written = (words) => words.filter((_, at) => at > 0 && !isLeftOut(words, at));

/** What is not to be copied or packed is not written either. */
function isLeftOut(words: readonly ShellWord[], at: number): boolean {
  const { text = "", whole = false } = words[at] ?? {};
  return whole && (text.startsWith("--exclude=") || (words[at - 1]?.text === "--exclude" && !text.startsWith("-")));
}

const ANYWHERE =
  "7z 7za 7zr 7zz aria2c bsdtar bunzip2 bzip2 chgrp chmod chown cpio csplit dd gtar gunzip gzip jar mkdir mkfifo patch rar rm rmdir " +
  "sftp shred split tar tee touch truncate unar uncompress unlink unrar unxz unzip unzstd xz zip zstd";

/** The last word says where to; of those before it some may only be known when it runs, if they cannot become options. */
const COPIES = "cp install ln mv rsync scp";

/** Those of git that put files where they are told; in or around which places, `git-writes.ts` says. */
const GIT = new Set(of("bundle checkout checkout-index clean clone init mv read-tree restore rm worktree"));
const GIT_OUTPUT = outputs("", "output output-directory");
const GIT_FILES = outputs("o", "output output-directory");

const CURL = outputs(
  "ocD",
  "output output-dir cookie-jar dump-header trace trace-ascii stderr libcurl etag-save hsts alt-svc",
);
const WGET = outputs("OPoa", "output-document directory-prefix output-file append-output save-cookies warc-file");

const WRITERS: ReadonlyMap<string, Written> = new Map<string, Written>([
  ...of(ANYWHERE).map((program) => [program, ALL] as const),
  ...of(COPIES).map((program) => [program, copied] as const),
  ["curl", CURL],
  ["wget", WGET],
  ["git", written],
  ...of("sed gsed").map((program) => [program, inPlace] as const),
]);

export function isWriter(program: string): boolean {
  return WRITERS.has(program);
}

/** The paths that a command may write to; undefined where one of them is only known when it runs. */
export function writtenPaths(words: readonly ShellWord[]): readonly string[] | undefined {
  const written = WRITERS.get(words[0]?.text ?? "")?.(words);
  if (written === undefined) return NONE;
  return written.every(({ text, whole }) => whole || isAddress(text))
    ? written.filter(({ whole }) => whole).flatMap(({ text }) => pathsIn(text))
    : undefined;
}

const NONE: readonly string[] = [];

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text);
}

/** Letters before a path that hangs on a short option: `-Lso.git/config`. */
const MAX_LETTERS = 12;

/** A word itself, what stands behind its `=`, and what may hang on an option. */
function pathsIn(text: string): readonly string[] {
  const value = text.includes("=") ? [text.slice(text.indexOf("=") + 1)] : [];
  if (text.startsWith("--")) return value.filter(Boolean);
  if (!text.startsWith("-")) return [text, ...value].filter(Boolean);
  const hanging = Array.from({ length: MAX_LETTERS }, (_, at) => text.slice(at + 2));
  return [...hanging, ...value].filter(Boolean);
}

function written(words: readonly ShellWord[]): readonly ShellWord[] {
  const name = gitCommand(words)?.name ?? "";
  if (GIT.has(name)) return ALL(words);
  return name === "archive" || name === "format-patch" ? GIT_FILES(words) : GIT_OUTPUT(words);
}

/** Neither makes links nor says where to in another place than at the end. */
const PLAIN_COPY = /^-[aAfHiLnPpRruvx]+$|^--(?:archive|force|no-clobber|recursive|update|verbose)$|^[^-]/;

function copied(words: readonly ShellWord[]): readonly ShellWord[] {
  const [program, ...rest] = words;
  if (program?.text === "cp" && rest.length > 1 && rest.every(({ text }) => PLAIN_COPY.test(text)))
    return rest.slice(-1);
  const isSource = ({ text, whole }: ShellWord, at: number): boolean =>
    !whole && at < words.length - 1 && text !== "" && !text.startsWith("-");
  return words.filter((word, at) => at > 0 && !isSource(word, at) && !isLeftOut(words, at));
}

/** The values of options that name a file. */
function outputs(short: string, long: string): Written {
  const names = of(long);
  return (words) =>
    words.flatMap((word, at) => {
      const found = valueIn(word.text, short, names);
      if (found === undefined) return [];
      return found === "" ? words.slice(at + 1, at + 2) : [{ text: found, whole: word.whole }];
    });
}

/** Empty where it is the next word; undefined where the word is no such option. */
function valueIn(text: string, short: string, long: readonly string[]): string | undefined {
  if (text.startsWith("--")) {
    const [name = "", ...rest] = text.slice(2).split("=");
    return name !== "" && long.some((each) => each.startsWith(name)) ? rest.join("=") : undefined;
  }
  if (!text.startsWith("-")) return undefined;
  const at = [...text].findIndex((letter, place) => place > 0 && short.includes(letter));
  return at === -1 ? undefined : text.slice(at + 1);
}

function inPlace(words: readonly ShellWord[]): readonly ShellWord[] {
  return words.some(({ text }) => /^-[A-Za-z]*i|^--in-place/.test(text)) ? words.slice(1) : [];
}

/** They write into all that lies below a directory that they are told. */
export const WRITES_BELOW: ReadonlySet<string> = new Set(of("cp install ln mv rm rsync"));

/** They change what relative paths mean behind them. */
export const MOVES: ReadonlySet<string> = new Set(of("cd chdir popd pushd"));
