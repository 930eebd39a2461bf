/**
 * Decides about one word of a command. `word-kinds.json` has one row for each kind of word, with the checks that the
 * word must pass.
 */
import { firstReason, type PlaceCheck } from "../places/place-checks.ts";
import { isPlainAwk, isPlainJq, isPlainSelect } from "./is-plain-code.ts";
import type { LinePaths } from "./line-paths.ts";
import type { WordKind } from "./program.ts";
import { isHarmlessSetting } from "./programs/programs.ts";
import type { Setting, ShellWord } from "./read/shell-line.ts";
import data from "./word-kinds.json" with { type: "json" };

export type FileUse = "read" | "write" | "remove";

/** A row of the table. */
interface KindRow {
  /** Matches words that are harmless without another check. */
  readonly free?: string;
  readonly pattern?: string;
  /** The noun for a message: a word that does not match "is not a plain name". */
  readonly is?: string;
  readonly proof?: keyof typeof PROOFS;
  readonly checks?: readonly PlaceCheck[];
  readonly use?: FileUse;
}

/** A word of a command, or a part of it, with its kind. */
export interface KnownWord {
  readonly word: ShellWord;
  readonly kind: WordKind;
  /** Its index in the command. */
  readonly at: number;
  /** True if the program cannot read it as an option, whatever its value. */
  readonly isValue: boolean;
}

/** Returns the reason why a text asks; undefined if it is harmless. */
type Proof = (text: string, paths: LinePaths) => string | undefined;

/** Checks that need more than a pattern. */
export const PROOFS = {
  awk: (text) => (isPlainAwk(text) ? undefined : "the `awk` program uses more than plain printing"),
  jq: (text) => (isPlainJq(text) ? undefined : "the `jq` filter uses more than plain functions"),
  sql: (text) => (isPlainSelect(text) ? undefined : "the query is more than a plain `select`"),
  setting: (text) => whySettingAsks({ name: text.replace(/=.*$/s, ""), value: text.replace(/^[^=]*=/, "") }),
  operand: whyOperandAsks,
  argument: whyArgumentAsks,
  pathspec: whyPathspecAsks,
  input: (text, paths) => (paths.isCovered(text, "read") ? undefined : whyPathAsks(text, ROWS.read, paths)),
  output: (text, paths) =>
    whyPathAsks(text, ROWS.write, paths) ??
    (paths.isCovered(text, "write") ? undefined : `no rule covers writing \`${text}\``),
} as const satisfies Readonly<Record<string, Proof>>;

function whyPathAsks(text: string, row: KindRow, paths: LinePaths): string | undefined {
  return row.checks && paths.whyPathAsks(text, row.checks);
}

const ROWS = data.kinds as Readonly<Record<WordKind, object>> as Readonly<Record<WordKind, KindRow>>;
const patterns = new Map<string, RegExp>();

function matches(pattern: string, text: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern);
  patterns.set(pattern, known);
  return known.test(text);
}

/** Decides about a text whose kind is certain. */
export function whyTextAsks(kind: WordKind, text: string, paths: LinePaths): string | undefined {
  const row = ROWS[kind];
  const { free, proof, checks } = row;
  if (free !== undefined && matches(free, text)) return undefined;
  // Many programs read `host:path`, `scheme:…` and `@file` as something other than a path.
  const { pattern = "", is } = checks && row.pattern === undefined ? data.path : row;
  if (!matches(pattern, text)) return `\`${text}\` is not ${is}`;
  return proof ? PROOFS[proof](text, paths) : whyPathAsks(text, row, paths);
}

export function whyWordAsks({ word, kind, isValue }: KnownWord, paths: LinePaths): string | undefined {
  const { text, whole, glob, pipe } = word;
  if (whole) return whyTextAsks(kind, text, paths);
  if (glob !== undefined) return whyGlobAsks(kind, glob, paths);
  if (pipe) return kind === "read" ? undefined : "a program reads a pipe where a file is expected";
  if (kind !== "text") return "a word is only known at run time";
  return isValue || /^[^-]/.test(text) ? undefined : "a word can become an option at run time";
}

/** Checks the names that the pattern matches now. */
function whyGlobAsks(kind: WordKind, glob: string, paths: LinePaths): string | undefined {
  if (glob.includes("**")) return `\`${glob}\` is read differently by shells`;
  const names = paths.expand(glob);
  if (names === undefined) return `\`${glob}\` matches too many files to be judged`;
  return firstReason(names, (name) => {
    if (name.startsWith("-")) return `\`${glob}\` matches \`${name}\`, which looks like an option`;
    // In an unquoted variable, the name would become several words.
    if (/\s/.test(name)) return `\`${glob}\` matches a name with blanks`;
    return whyPathAsks(name, ROWS.look, paths) ?? whyTextAsks(kind, name, paths);
  });
}

export function fileUseOf(kind: WordKind): FileUse | undefined {
  return ROWS[kind].use;
}

/** Returns true if the word is a small program. */
export function isCode(kind: WordKind): boolean {
  return kind === "sed" || kind === "awk" || kind === "jq" || kind === "sql";
}

/** Returns why setting a variable asks: it is not on the list. */
export function whySettingAsks(setting: Setting): string | undefined {
  if (isHarmlessSetting(setting)) return undefined;
  return `the line sets \`${setting.name}\`, which can change what runs`;
}

/** Matches characters other than letters, digits, blanks, and characters of paths and addresses. */
const CODE = /[^\p{L}\p{N}\s_./:,=@%+#?&*'"-]/u;
/** Some programs run the target of their own schemes: `msl:file`. */
const SCHEME = /^[A-Za-z][\w+.-]*:(?!\d+$|\/\/)/;

function whyOperandAsks(text: string, paths: LinePaths): string | undefined {
  const isOdd = /^[-+@]/.test(text) || CODE.test(text) || SCHEME.test(text);
  return isOdd ? `\`${text}\` can be an option or code` : whyArgumentAsks(text, paths);
}

/** An argument may be or contain a path. Every such path must stay in the project. */
function whyArgumentAsks(text: string, paths: LinePaths): string | undefined {
  const pieces = /^[\w-]*$/.test(text) ? [text] : pathsInWord(text);
  return firstReason(pieces, (piece) => {
    if (piece === "" || piece === "-") return undefined;
    // A download is named after the last part of its address.
    const path = /^https?:\/\//.test(piece) ? (/([^/?#]+)\/?(?:[?#].*)?$/.exec(piece)?.[1] ?? ".") : piece;
    return whyPathAsks(path, ROWS.touch, paths);
  });
}

/** Accepts paths without patterns in the part that decides their target. */
function whyPathspecAsks(text: string, paths: LinePaths): string | undefined {
  const fixed = /^[^*?[\\]*/.exec(text)?.[0] ?? "";
  const directory = fixed === text ? text : fixed.replace(/[^/]*$/, "");
  return directory === "" ? `\`${text}\` can match protected files` : whyTextAsks("tree", directory, paths);
}

/** Maximum letters before a path that is attached to a short option. */
const MAX_LETTERS = 12;

/** Returns the word and every path that a program could find in it: `--out=path`, `host:path`, `-xfpath`, `a#path`. */
export function pathsInWord(text: string): ReadonlySet<string> {
  const attached = /^-[A-Za-z]/.test(text) ? Array.from({ length: MAX_LETTERS }, (_, at) => text.slice(at + 2)) : [];
  return new Set([text, ...text.split(/[=:,@;]/), ...text.split(/[^\p{L}\p{N}_./~-]+/u), ...attached]);
}
