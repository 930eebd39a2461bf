/**
 * Decides about one word of a command. `word-kinds.json` has one row for each kind of word, with the checks that the
 * word must pass.
 */
import { matchWildcards } from "../../../model/text/matching/match-wildcards.ts";
import { firstReason, type PathCheck } from "../paths/path-checks.ts";
import { canBePattern } from "../paths/pattern-paths.ts";
import type { ClassifiedWord } from "./classify-words.ts";
import type { LinePaths } from "./line-paths.ts";
import type { WordKind } from "./programs/programs.ts";
import { EXECUTING_PROGRAMS } from "./programs/programs.ts";
import data from "./word-kinds.json" with { type: "json" };

/** A row of the table. */
interface KindRow {
  /** Words that are harmless without another check. */
  readonly free?: readonly string[];
  readonly shape?: keyof typeof data.shapes;
  readonly pattern?: string;
  /** The names that replace `<names>` in the pattern. */
  readonly names?: string;
  /** A noun phrase such as "a plain name", for the message that a word is not of this kind. */
  readonly is?: string;
  readonly proof?: keyof typeof WORD_PROOFS;
  readonly checks?: readonly PathCheck[];
  /** How the program uses the file. `code` is a small program, which may use any file if it is not plain. */
  readonly use?: "read" | "write" | "remove" | "code";
}

/** Returns the reason why the user must be asked about a text; undefined if the text is harmless. */
type Proof = (text: string, paths: LinePaths) => string | undefined;

/** Matches a script in which `w` or `r` names another file: `w/etc/x`, `s,a,b,w x`. */
const WRITTEN_BY_SED = /^(?:[\s\d$,!]|\/[^/]*\/)*(?:[wr]|s(.).*\1.*\1[gpi\d]*w)\s*(.*)/s;

/** Checks that need more than a pattern. */
export const WORD_PROOFS = {
  operand: (text, paths) => {
    const [first = ""] = text.split(" ", 1);
    return EXECUTING_PROGRAMS.has(first) ? `the program may run \`${first}\`` : whyArgumentAsks("used", text, paths);
  },
  doubtful: (text, paths) => whyArgumentAsks("touch", text, paths),
  certain: (text, paths) => {
    if (/[./]/.test(text) && paths.exist(text)) return whyPathAsks("certain", text, paths);
    return /^\d[\d.]*$/.test(text) ? undefined : `\`${text}\` can be a command of the program`;
  },
  argument: (text, paths) => whyArgumentAsks("used", text, paths),
  searched: (text, paths) => whyPathAsks("searched", searchedPath(text, paths), paths),
  input: (text, paths) => (paths.isCovered(text, "read") ? undefined : whyPathAsks("read", text, paths)),
  output: (text, paths) =>
    whyPathAsks("write", text, paths) ??
    (paths.isCovered(text, "write") ? undefined : `no rule covers writing \`${text}\``),
  edited: (text, paths) =>
    firstReason([text, WRITTEN_BY_SED.exec(text)?.[2] ?? text], (path) => whyPathAsks("write", path, paths)),
} as const satisfies Readonly<Record<string, Proof>>;

export const WORD_KIND_RULES = data.kinds as Readonly<Record<WordKind, object>> as Readonly<Record<WordKind, KindRow>>;

/** The pattern of each kind, compiled on first use. */
const patterns = new Map<WordKind, RegExp>();

function patternOf(kind: WordKind, { pattern = "", names = "" }: KindRow): RegExp {
  const known = patterns.get(kind) ?? new RegExp(pattern.replaceAll("<names>", names.replaceAll(" ", "|")), "u");
  patterns.set(kind, known);
  return known;
}

/** Decides about a text whose kind is certain. */
export function whyTextAsks(kind: WordKind, text: string, paths: LinePaths): string | undefined {
  const row = WORD_KIND_RULES[kind];
  if (row.free?.includes(text)) return undefined;
  // Many programs read `host:path`, `scheme:…` and `@file` as something other than a path.
  const { pattern, checks, shape: name = checks && "path" } = row;
  const shape: KindRow = pattern === undefined && name ? data.shapes[name] : row;
  if (!patternOf(kind, shape).test(text)) return `\`${text}\` is not ${shape.is}`;
  return row.proof ? WORD_PROOFS[row.proof](text, paths) : whyPathAsks(kind, text, paths);
}

function whyPathAsks(kind: WordKind, text: string, paths: LinePaths): string | undefined {
  const { checks } = WORD_KIND_RULES[kind];
  return checks && paths.whyPathAsks(text, checks);
}

export function whyWordAsks(
  { word, kind, isValue, isSole }: Omit<ClassifiedWord, "at">,
  paths: LinePaths,
): string | undefined {
  const { text, whole, glob } = word;
  if (whole) return whyTextAsks(kind, text, paths);
  if (glob !== undefined) return (isSole && whySeveralAsk(glob, paths)) || whyGlobAsks(kind, glob, paths);
  if (kind !== "text") return "a word is only known at run time";
  return isValue || /^[^-]/.test(text) ? undefined : "a word can become an option at run time";
}

/** Decides about a file name pattern at a place where only one word is allowed. */
function whySeveralAsk(glob: string, paths: LinePaths): string | undefined {
  return !matchesParent(glob) && paths.expand(glob)?.length === 1 ? undefined : `\`${glob}\` can become several words`;
}

/** Returns true if a part of the pattern matches `..`, as `.*` and `..*` do in some shells. */
function matchesParent(glob: string): boolean {
  return glob.split("/").some((part) => /^\..*[*?[]/.test(part) && matchWildcards(part, ".."));
}

/** Checks the names that the pattern matches now. */
function whyGlobAsks(kind: WordKind, glob: string, paths: LinePaths): string | undefined {
  if (glob.includes("**")) return `\`${glob}\` is read differently by shells`;
  if (matchesParent(glob)) return `\`${glob}\` matches \`..\` in some shells`;
  const names = paths.expand(glob);
  if (names === undefined) return `\`${glob}\` matches too many files to be judged`;
  return firstReason(names, (name) => {
    if (name.startsWith("-")) return `\`${glob}\` matches \`${name}\`, which looks like an option`;
    // A shell splits a name with blanks into several words if a variable contains it without quotes.
    if (/\s/.test(name)) return `\`${glob}\` matches a name with blanks`;
    return whyPathAsks("look", name, paths) ?? whyTextAsks(kind, name, paths);
  });
}

/** Returns the path that `git grep` searches. A word that is not a path is a commit, which has every file. */
function searchedPath(text: string, paths: LinePaths): string {
  const colon = text.indexOf(":");
  if (colon !== -1) return text.slice(colon + 1).replace(/^\/+/, "") || ".";
  return paths.exist(text) ? text : ".";
}

/** Decides about an argument, which may be or contain a path. Every such path must stay in the project. */
function whyArgumentAsks(kind: "touch" | "used", text: string, paths: LinePaths): string | undefined {
  if (paths.namesNothing(text)) return undefined;
  const pieces = /^(?!-[A-Za-z])[\w-]*$/.test(text) ? [text] : pathsInWord(text);
  return firstReason(pieces, (piece) => {
    if (piece === "" || piece === "-") return undefined;
    // A downloaded file gets the last part of its address as its name.
    const path = /^https?:\/\//.test(piece) ? (/([^/?#]+)\/?(?:[?#].*)?$/.exec(piece)?.[1] ?? ".") : piece;
    return whyPathAsks(kind, path, paths) ?? whyPatternAsks(kind, path, paths);
  });
}

/** Decides about a text that a script can treat as a file pattern. A text with blanks is probably not a pattern. */
function whyPatternAsks(kind: "touch" | "used", text: string, paths: LinePaths): string | undefined {
  if (/\s/.test(text) || !canBePattern(text)) return undefined;
  const names = paths.expandText(text);
  if (names === undefined) return `\`${text}\` matches too many files to be judged`;
  return firstReason(names, (name) => whyPathAsks(kind, name, paths));
}

/** Maximum letters before a path that is attached to a short option. */
const MAX_LETTERS = 12;

/** Returns the word and every path that a program could find in it: `--out=path`, `host:path`, `-xfpath`, `a#path`. */
export function pathsInWord(text: string): ReadonlySet<string> {
  const attached = /^-[A-Za-z]/.test(text) ? Array.from({ length: MAX_LETTERS }, (_, at) => text.slice(at + 2)) : [];
  return new Set([text, ...text.split(/[=:,@;]/), ...text.split(/[^\p{L}\p{N}_./~-]+/u), ...attached]);
}
