/**
 * Programs that write what somebody else has named: the files of an archive or a patch, or the last part of an address. Out
 * comes where that may be: a directory below which anything is written, or files; undefined where it is only known when it runs.
 */
import { gitBelow, gitCommand, USUAL_REMOTES } from "../git-writes.ts";
import type { ShellWord } from "./line.ts";
import { type Options, readOptions } from "./read-options.ts";

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

/** One directory, or this one where nobody says any. Several are relative to one another. */
function below(words: Words, options: Options): readonly string[] | undefined {
  const reading = readOptions(words, options);
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
  ["git", gitBelow],
  ["jar", (words) => (has(words, /^-{0,2}[A-Za-z]*x/) ? HERE : NONE)],
  ...["unrar", "rar"].map((program) => [program, (words: Words) => (has(words, /^[xe]$/i) ? HERE : NONE)] as const),
  ["unar", () => HERE],
  // Its options may stand anywhere.
  ["gh", (words) => (has(words, /^download$/) ? HERE : NONE)],
]);

function tar(words: Words): readonly string[] | undefined {
  const [program, first, ...rest] = words;
  const bundled = /^[A-Za-z]*x/.test(first?.text ?? "");
  if (!bundled && !has(words, /^-[A-Za-z]*x|^--(?:ex(?!clude)|ge)/)) return NONE;
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
  ["git", gitNamed],
  ["gh", (words) => (/^(?:repo|gist)$/.test(words[1]?.text ?? "") && has(words, CLONES) ? repositories(words) : NONE)],
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
  const reading = readOptions(
    words.map((word) => (/^https?:/.test(word.text) ? { ...word, whole: true } : word)),
    WGET,
  );
  return reading && reading.into.length > 0 ? NONE : reading && lastParts(words);
}

function lastParts(words: Words): readonly string[] | undefined {
  const addresses = words.slice(1).filter(({ text }) => !text.startsWith("-"));
  if (addresses.some(({ text, whole }) => !whole || /[{}[\]]/.test(text))) return undefined;
  return addresses.flatMap(({ text }) => {
    const path = text.split(/[?#]/, 1)[0] as string;
    return path.slice(path.lastIndexOf("/") + 1) || [];
  });
}

const CLONES = /^(?:clone|fork|create)$/;

function gitNamed(words: Words): readonly string[] | undefined {
  const command = gitCommand(words);
  const named = command?.name === "clone" ? repositories(command.words) : NONE;
  // A directory of that name could be taken for the remote.
  return named?.some((name) => USUAL_REMOTES.includes(name)) ? undefined : named;
}

/** A clone is put where its last word says, or into a directory that is called as the address ends. */
function repositories(words: Words): readonly string[] | undefined {
  if (words.some(({ whole }) => !whole)) return undefined;
  return words.slice(1).flatMap(({ text }) => {
    const parts = text.split(/[/:\s]/).filter(Boolean);
    const name = parts.at(-1) === ".git" ? parts.at(-2) : parts.at(-1);
    return name === undefined ? [] : [name, name.replace(/\.(?:git|bundle)$/, "")].filter(Boolean);
  });
}

/** The file of the same name without its last ending, unless an option says another. */
function uncompressed(words: Words): readonly string[] | undefined {
  if (has(words, /^-[A-Za-z]*[NoSr]|^--(?:name|output|suffix|recursive)/)) return undefined;
  return words.slice(1).flatMap(({ text }) => (text.startsWith("-") ? [] : text.replace(/\.[^./]+$/, "")));
}
