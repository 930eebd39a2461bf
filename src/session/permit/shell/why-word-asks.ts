/** The kinds of words that programs take: the words that each kind accepts, and how it uses the file that a word names. */
import { hasProtectedName } from "../../../model/rules/protected-names.ts";
import { holdsSecrets } from "../../../model/rules/secret-files.ts";
import { isPlainAwk, isPlainJq, isPlainSelect } from "./is-plain-code.ts";
import type { LineAccess, LinePaths } from "./line-paths.ts";
import { PLAIN_KINDS } from "./programs/kinds.ts";
import { isHarmlessSetting } from "./programs/variables.ts";
import type { Setting, ShellWord } from "./read/shell-line.ts";

/** A word of a command, or a part of it, with its meaning to the program. */
export interface KnownWord {
  readonly word: ShellWord;
  readonly kind: WordKind;
  /** Its index in the command. */
  readonly at: number;
  /** True if the program cannot take it for an option, whatever it becomes. */
  readonly isValue: boolean;
}

/** The reason why a text asks; undefined if it is harmless. */
type WhyTextAsks = (text: string, paths: LinePaths) => string | undefined;
export type FileUse = "read" | "write" | "remove";
type KindRow = readonly [WhyTextAsks, FileUse?];

const ARCHIVE = "the archive can contain settings of agents, skills or git";
const isHarmless: WhyTextAsks = () => undefined;

/** Kinds of paths with the name of their access. */
function paths<A extends LineAccess>(use: FileUse, ...kinds: readonly A[]): Readonly<Record<A, KindRow>> {
  const row = (kind: A): KindRow => [(text, all) => whyPathAsks(text, kind, all), use];
  return Object.fromEntries(kinds.map((kind) => [kind, row(kind)])) as Record<A, KindRow>;
}

function code(isPlain: (text: string) => boolean, problem: string): KindRow {
  return [(text) => (isPlain(text) ? undefined : problem)];
}

type PlainKind = keyof typeof PLAIN_KINDS;

function whyPatternAsks(text: string, kind: PlainKind): string | undefined {
  const [pattern, what] = PLAIN_KINDS[kind];
  return pattern.test(text) ? undefined : `\`${text}\` is not ${what}`;
}

const PATTERNS = (Object.keys(PLAIN_KINDS) as PlainKind[]).map((kind) => [
  kind,
  [(text: string) => whyPatternAsks(text, kind)],
]);

export const WORD_KINDS = {
  ...(Object.fromEntries(PATTERNS) as Readonly<Record<PlainKind, KindRow>>),
  /** Data that the program only prints, matches or stores. */
  text: [isHarmless],
  /** An operand of a program without an allow-list. */
  any: [whyUnknownOperandAsks],
  /** The first word of another command, which is judged by itself. */
  command: [isHarmless],
  /** A variable for that command, such as `CI=1`. */
  setting: [(text) => whySettingAsks({ name: text.replace(/=.*$/s, ""), value: text.replace(/^[^=]*=/, "") })],
  /** A program that the rule must spell out. */
  module: [(text) => `\`${text}\` can be any module; the rule must name it`],
  /** A word for a script. */
  argument: [whyArgumentAsks],
  /** A small program in that language. */
  awk: code(isPlainAwk, "the `awk` program uses more than plain printing"),
  jq: code(isPlainJq, "the `jq` filter uses more than plain functions"),
  sql: code(isPlainSelect, "the query is more than a plain `select`"),
  /** Git: a commit, branch or file. */
  revision: [whyRevisionAsks, "read"],
  /** A branch, or a path that git changes. */
  checkout: [
    (text, paths) => whyPatternAsks(text, "branch") ?? (text === "-" ? undefined : paths.whyPathAsks(text, "tree")),
  ],
  /** Paths that git takes from a commit. `.` and `:/` are everything that the repository has. */
  pathspec: [(text, paths) => (/^(?:\.|:\/)$/.test(text) ? undefined : whyPathspecAsks(text, paths)), "write"],
  removed: [whyPathspecAsks, "remove"],
  /** A package in the project: `./...`. */
  local: [
    (text, paths) =>
      /^\.(?:\/|$)/.test(text) ? paths.whyPathAsks(text, "look") : `\`${text}\` is not a package of the project`,
  ],
  /** The directory that `cd` enters. `-` and `+1` are directories of the shell's history. */
  directory: [
    (text, paths) => (/^[-+]/.test(text) ? "the directory is only known at run time" : paths.whyPathAsks(text, "look")),
    "read",
  ],
  /** A name that make builds. */
  target: [(text, paths) => whyPatternAsks(text, "name") ?? paths.whyPathAsks(text, "touch")],
  ...paths("read", "look", "read", "visible", "add", "copy", "script"),
  ...paths("write", "create", "write", "output", "place", "destination", "into"),
  ...paths("remove", "tree", "move"),
  /** The directory that a whole archive is put into. Protected names are protected in every directory. */
  unpacked: [(text, paths) => whyPathAsks(text, "into", paths) ?? ARCHIVE, "write"],
  /** A file of an archive, exactly under this name. */
  member: [whyMemberAsks],
} as const satisfies Readonly<Record<string, KindRow>>;

export type WordKind = keyof typeof WORD_KINDS;

export function fileUseOf(kind: WordKind): FileUse | undefined {
  const row: KindRow = WORD_KINDS[kind];
  return row[1];
}

/** True if the word is a small program. */
export function isCode(kind: WordKind): boolean {
  return kind === "sed" || kind === "awk" || kind === "jq" || kind === "sql";
}

export function whyWordAsks({ word, kind, isValue }: KnownWord, paths: LinePaths): string | undefined {
  const { text, whole, glob, pipe, splits } = word;
  if (whole) return WORD_KINDS[kind][0](text, paths);
  if (glob !== undefined) return whyGlobAsks({ glob, splits: splits === true, kind, isValue }, paths);
  if (pipe) return kind === "read" ? undefined : "a program reads a pipe where a file is expected";
  if (kind !== "text") return "a word is only known at run time";
  return isValue || /^[^-]/.test(text) ? undefined : "a word can become an option at run time";
}

interface GlobWord extends Pick<KnownWord, "kind" | "isValue"> {
  readonly glob: string;
  readonly splits: boolean;
}

/** Checks the names that the pattern stands for now. Without a match the shell passes the pattern on. */
function whyGlobAsks({ glob, splits, kind, isValue }: GlobWord, paths: LinePaths): string | undefined {
  if (glob.includes("**")) return `\`${glob}\` is read differently by shells`;
  const names = paths.expand(glob);
  if (names === undefined) return `\`${glob}\` matches too many files to be judged`;
  for (const name of names.length === 0 ? [glob] : names) {
    if (!isValue && name.startsWith("-")) return `\`${glob}\` matches \`${name}\`, which looks like an option`;
    if (splits && /\s/.test(name)) return `\`${glob}\` matches a name with blanks`;
    const reason = paths.whyPathAsks(name, "look") ?? WORD_KINDS[kind][0](name, paths);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** A variable that is not on the list. */
export function whySettingAsks(setting: Setting): string | undefined {
  if (isHarmlessSetting(setting)) return undefined;
  return `the line sets \`${setting.name}\`, which can change what runs`;
}

/** Many programs take `host:path`, `scheme:…` and `@file` for something else than a path, and `-` for a stream. */
function whyPathAsks(text: string, access: LineAccess, paths: LinePaths): string | undefined {
  if (text === "-" && (access === "read" || access === "write" || access === "output")) return undefined;
  if (text === "/dev/null" && access === "output") return undefined;
  return /^(?:@|[\w.+@-]*:)/.test(text) ? `\`${text}\` is not a plain path` : paths.whyPathAsks(text, access);
}

/** Letters, digits, blanks and characters of paths and addresses. */
const PLAIN = /^[\p{L}\p{N}\s_./:,=@%+#?&*'"-]*$/u;

function whyUnknownOperandAsks(text: string, paths: LinePaths): string | undefined {
  if (/^[-+@]/.test(text)) return `\`${text}\` can be an option`;
  if (!PLAIN.test(text)) return `\`${text}\` can be code`;
  // Some programs run what a scheme of their own names: `msl:file`.
  if (/^[A-Za-z][\w+.-]*:(?!\d+$|\/\/)/.test(text)) return `\`${text}\` is not a plain operand`;
  return whyArgumentAsks(text, paths);
}

/** An argument can be a path, or contain one. All of them stay in the project. */
function whyArgumentAsks(text: string, paths: LinePaths): string | undefined {
  if (/^[\w-]*$/.test(text)) return text === "" ? undefined : paths.whyPathAsks(text, "touch");
  for (const piece of pathsInWord(text)) {
    if (piece === "" || piece === "-") continue;
    // A download has the name that its address ends with.
    const path = /^https?:\/\//.test(piece) ? (/([^/?#]+)\/?(?:[?#].*)?$/.exec(piece)?.[1] ?? ".") : piece;
    const reason = paths.whyPathAsks(path, "touch");
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function whyMemberAsks(text: string): string | undefined {
  if (!/^[\w -][\w. /-]*$/.test(text) || text.includes("..") || text.endsWith("/"))
    return `\`${text}\` is not a plain file of an archive`;
  return hasProtectedName(text, "") ? `\`${text}\` has a protected name` : undefined;
}

/** Git reads files outside of the repository, too: `git diff a /etc/passwd`. Behind a `:` is a file of the commit. */
function whyRevisionAsks(text: string, paths: LinePaths): string | undefined {
  const isSecret = holdsSecrets(text.replace(/^.*:/, ""));
  return paths.whyPathAsks(text, "look") ?? (isSecret ? `\`${text}\` can hold secrets` : undefined);
}

/** Paths without patterns in the part that decides where they lead. */
function whyPathspecAsks(text: string, paths: LinePaths): string | undefined {
  if (/^[\w.+@-]*:/.test(text)) return `\`${text}\` is a pathspec that is not judged`;
  const fixed = /^[^*?[\\]*/.exec(text)?.[0] ?? "";
  const directory = fixed === text ? text : fixed.replace(/[^/]*$/, "");
  return directory === "" ? `\`${text}\` can match protected files` : paths.whyPathAsks(directory, "tree");
}

/** Letters before a path that is attached to a short option. */
const MAX_LETTERS = 12;

/** The word, and every path that a program could find in it: `--out=path`, `host:path`, `-xfpath`, `a#path`. */
export function pathsInWord(text: string): ReadonlySet<string> {
  const attached = /^-[A-Za-z]/.test(text) ? Array.from({ length: MAX_LETTERS }, (_, at) => text.slice(at + 2)) : [];
  return new Set([text, ...text.split(/[=:,@;]/), ...text.split(/[^\p{L}\p{N}_./~-]+/u), ...attached]);
}
