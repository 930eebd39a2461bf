/**
 * Programs that write what somebody else has named: the files of an archive or a patch, or the last part of an address. Out
 * comes where that may be: a directory below which anything is written, or files; undefined where it is only known when it runs.
 * Options are read one after the other, since what looks like one may be another's value; an unknown one ends the reading.
 */
import type { ShellWord } from "./line.ts";

type Words = readonly ShellWord[];
type Found = (words: Words) => readonly string[] | undefined;

/** [B22] Directories below which the files of an archive or a patch are put. */
export function unpackedBelow(words: Words): readonly string[] | undefined {
  const unpacks = UNPACKERS.get(words[0]?.text ?? "");
  return unpacks === undefined ? NONE : unpacks(words);
}

/** [B22] Files that are called as the address, or as the compressed file, that they come from. */
export function namedByAddress(words: Words): readonly string[] | undefined {
  const fetches = FETCHERS.get(words[0]?.text ?? "");
  return fetches === undefined ? NONE : fetches(words);
}

const NONE: readonly string[] = [];
const HERE: readonly string[] = ["."];

/** What a program understands, each as the whole of a word; what it takes behind an option is never an option itself. */
interface Options {
  /** Options without a value. */
  readonly plain: RegExp;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** The option that says where to, with its value in the same word or the next. */
  readonly into: RegExp;
  /** Options with which nothing is written. */
  readonly looks?: RegExp;
}

interface Reading {
  readonly into: readonly string[];
  readonly looks: boolean;
  readonly operands: readonly string[];
}

/** undefined where a word is unknown, or is not known before it runs. */
function read(words: Words, { plain, valued, into, looks }: Options): Reading | undefined {
  if (words.some(({ whole }) => !whole)) return undefined;
  const reading = { into: [] as string[], looks: false, operands: [] as string[] };
  for (let at = 1; at < words.length; at++) {
    const text = words[at]?.text ?? "";
    const inline = into.exec(text)?.[1];
    const value = inline || words[at + 1]?.text || "--";
    if (looks?.test(text)) reading.looks = true;
    else if (inline !== undefined || valued?.test(text)) {
      if (/^-./.test(value) && inline !== value) return undefined;
      if (inline !== undefined) reading.into.push(value);
      if (!inline) at++;
    } else if (!text.startsWith("-")) reading.operands.push(text);
    else if (!plain.test(text)) return undefined;
  }
  return reading;
}

/** One directory, or this one where nobody says any. Several are relative to one another. */
function below(words: Words, options: Options): readonly string[] | undefined {
  const reading = read(words, options);
  if (reading === undefined || reading.into.length > 1) return undefined;
  if (reading.looks) return NONE;
  return reading.into.length === 0 ? HERE : reading.into;
}

const TAR: Options = {
  plain:
    /^-[xzjJvpkma]+$|^--(?:extract|get|gzip|gunzip|bzip2|xz|zstd|verbose|file=.+|strip-components=\d+|exclude=.+)$/,
  valued: /^-[xzjJvpkma]*f$|^--file$/,
  into: /^(?:-C|--directory(?:=|$))(.*)$/,
};
const UNZIP: Options = { plain: /^-[jnoquaLC]+$/, into: /^-d(.*)$/ };
const SEVEN: Options = { plain: /^-(?:y|ao[asut]|bd|t\w+|r)$/, into: /^-o(.+)$/ };
const PATCH: Options = {
  plain: /^-(?:p\d+|[NRstfluEb]+)$|^--(?:forward|reverse|batch|force|silent|quiet|strip=\d+|input=.+)$/,
  valued: /^-[ip]$|^--(?:input|strip)$/,
  into: /^(?:-d|--directory(?:=|$))(.*)$/,
  looks: /^--dry-run$/,
};
const APPLY: Options = {
  plain: /^-(?:p\d+|[v3R]+)$|^--(?:verbose|quiet|reverse|recount|index|cached|3way)$/,
  into: /^--directory=(.*)$/,
  looks: /^--(?:check|stat|numstat|summary)$/,
};

const UNPACKERS: ReadonlyMap<string, Found> = new Map<string, Found>([
  ...["tar", "bsdtar", "gtar"].map((program) => [program, tar] as const),
  // Behind an option that only lists, `--l` would take it back.
  [
    "unzip",
    (words) => (/^-q*[lptvzZ]q*$/.test(words[1]?.text ?? "") && !has(words, /^--/) ? NONE : below(words, UNZIP)),
  ],
  ...["7z", "7za", "7zr", "7zz"].map((program) => [program, seven] as const),
  // An archive of cpio may name any place.
  ["cpio", (words) => (has(words, /^-[A-Za-z]*[ip]|^--(?:ex|pa)/) ? undefined : NONE)],
  ["patch", (words) => below(words, PATCH)],
  ["git", (words) => (patches(words) ? HERE : NONE)],
  ["jar", (words) => (has(words, /^-{0,2}[A-Za-z]*x/) ? HERE : NONE)],
  ...["unrar", "rar"].map((program) => [program, (words: Words) => (has(words, /^[xe]$/i) ? HERE : NONE)] as const),
  ["unar", () => HERE],
  ["gh", (words) => (words[2]?.text === "download" ? HERE : NONE)],
]);

function patches(words: Words): boolean {
  const at = words.findIndex(({ text }, place) => place > 0 && !text.startsWith("-"));
  const command = words[at]?.text;
  return command === "am" || (command === "apply" && !read(words.slice(at), APPLY)?.looks);
}

function tar(words: Words): readonly string[] | undefined {
  const [program, first, ...rest] = words;
  const bundled = /^[A-Za-z]*x/.test(first?.text ?? "");
  if (!bundled && !has(words, /^-[A-Za-z]*x|^--(?:ex|ge)/)) return NONE;
  const dashed = bundled && program && first ? [program, { ...first, text: `-${first.text}` }, ...rest] : words;
  return below(dashed, TAR);
}

const KEEPS = new Set(["l", "t", "a", "u", "d", "h", "i", "b", "rn"]);

function seven(words: Words): readonly string[] | undefined {
  return KEEPS.has(words[1]?.text.toLowerCase() ?? "") ? NONE : below(words, SEVEN);
}

function has(words: Words, pattern: RegExp): boolean {
  return words.slice(1).some(({ text }) => pattern.test(text));
}

const WGET: Options = {
  plain:
    /^-(?:[qvcNS46]+|n[vcdp])$|^--(?:quiet|no-verbose|continue|timestamping|no-check-certificate|https-only|(?:header|user-agent|timeout|tries)=.+)$/,
  valued: /^-[TtU]$|^--(?:header|user-agent|timeout|tries)$/,
  into: /^(?:-q*O|--output-document=)(.*)$/,
};

const FETCHERS: ReadonlyMap<string, Found> = new Map<string, Found>([
  ["curl", curl],
  ["wget", wget],
  ["aria2c", () => undefined],
  ...["gunzip", "gzip", "bunzip2", "bzip2", "unxz", "xz", "unzstd", "zstd", "uncompress"].map(
    (program) => [program, uncompressed] as const,
  ),
]);

/** Where `--output-dir` says another directory, no other option means what it says. */
function curl(words: Words): readonly string[] | undefined {
  if (has(words, /^--output-d/)) return undefined;
  if (!has(words, /^-[A-Za-z]*O|^--remote-n/)) return NONE;
  return has(words, /^-[A-Za-z]*J|^--remote-h/) ? undefined : lastParts(words);
}

/** An address may be unknown where the file is named besides. */
function wget(words: Words): readonly string[] | undefined {
  const reading = read(
    words.map((word) => (/^https?:/.test(word.text) ? { ...word, whole: true } : word)),
    WGET,
  );
  return reading && reading.into.length > 0 ? NONE : reading && lastParts(words);
}

function lastParts(words: Words): readonly string[] | undefined {
  const addresses = words.slice(1).filter(({ text }) => !text.startsWith("-"));
  if (addresses.some(({ text, whole }) => !whole || /[{}[\]]/.test(text))) return undefined;
  return addresses.flatMap(({ text }) => /([^/]+)$/.exec(text.replace(/[?#].*$/, ""))?.[1] ?? []);
}

/** The file of the same name without its last ending, unless an option says another. */
function uncompressed(words: Words): readonly string[] | undefined {
  if (has(words, /^-[A-Za-z]*[NoSr]|^--(?:name|output|suffix|recursive)/)) return undefined;
  return words.slice(1).flatMap(({ text }) => (text.startsWith("-") ? [] : text.replace(/\.[^./]+$/, "")));
}
