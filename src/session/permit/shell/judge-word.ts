/** Returns undefined if a word of a known kind is harmless, else the reason. */
import { holdsSecrets } from "../../../model/rules/secret-files.ts";
import type { Access, Judge } from "./judge.ts";
import { isPlainAwk, isPlainJq, isPlainSelect } from "./languages.ts";
import type { WordKind } from "./program.ts";
import { PLAIN_KINDS } from "./programs/kinds.ts";
import { isHarmlessSetting } from "./programs/variables.ts";
import type { FoundWord } from "./read-use.ts";

/** [B12] */
export function judgeWord(found: FoundWord, judge: Judge): string | undefined {
  const { word, kind, isValue } = found;
  if (word.whole) return judgeText(word.text, kind, judge);
  if (word.glob !== undefined) return judgeGlob(found, word.glob, judge);
  if (word.pipe) return kind === "read" ? undefined : "a program reads a pipe where a file is expected";
  if (kind !== "text") return "a word is only known at run time";
  return isValue || /^[^-]/.test(word.text) ? undefined : "a word can become an option at run time";
}

/** Judges the names that the pattern stands for now. Without a match the shell passes the pattern on. */
function judgeGlob({ kind, isValue, word }: FoundWord, glob: string, judge: Judge): string | undefined {
  const names = judge.expand(glob);
  if (names === undefined) return `\`${glob}\` matches too many files to be judged`;
  for (const name of names.length === 0 ? [glob] : names) {
    if (!isValue && name.startsWith("-")) return `\`${glob}\` matches \`${name}\`, which looks like an option`;
    if (word.splits && /\s/.test(name)) return `\`${glob}\` matches a name with blanks`;
    const reason = judge.judge(name, "look") ?? judgeText(name, kind, judge);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** The reason for a variable that is not on the list. */
export const SETS = (name: string): string => `the line sets \`${name}\`, which can change what runs`;

function judgeText(text: string, kind: WordKind, judge: Judge): string | undefined {
  switch (kind) {
    case "text":
    case "command":
      return undefined;
    case "module":
      return `\`${text}\` can be any module; the rule must name it`;
    case "setting": {
      const equals = text.indexOf("=");
      const name = text.slice(0, equals);
      return isHarmlessSetting({ name, value: text.slice(equals + 1) }) ? undefined : SETS(name);
    }
    case "argument":
      return judgePieces(text, judge);
    case "any":
      return judgeAny(text, judge);
    case "awk":
      return isPlainAwk(text) ? undefined : "the `awk` program uses more than plain printing";
    case "jq":
      return isPlainJq(text) ? undefined : "the `jq` filter uses more than plain functions";
    case "sql":
      return isPlainSelect(text) ? undefined : "the query is more than a plain `select`";
    case "revision":
      // Git reads files outside of the repository, too: `git diff a /etc/passwd`. Behind a `:` is a file of the commit.
      return (
        judge.judge(text, "look") ??
        (holdsSecrets(text.replace(/^.*:/, "")) ? `\`${text}\` can hold secrets` : undefined)
      );
    case "target":
      return judgeText(text, "name", judge) ?? judge.judge(text, "touch");
    case "pathspec":
      return text === "." || text === ":/" ? undefined : judgePathspec(text, judge);
    case "removed":
      return judgePathspec(text, judge);
    case "checkout":
      return judgeText(text, "branch", judge) ?? (text === "-" ? undefined : judge.judge(text, "tree"));
    case "local":
      return /^\.(?:\/|$)/.test(text) ? judge.judge(text, "look") : `\`${text}\` is not a package of the project`;
    case "into":
      return judgePath(text, "tree", judge);
    case "script":
      return judgePath(text, "run", judge);
    default: {
      if (!isPlainKind(kind)) return judgePath(text, kind, judge);
      const [pattern, what] = PLAIN_KINDS[kind];
      return pattern.test(text) ? undefined : `\`${text}\` is not ${what}`;
    }
  }
}

/** True if the word is a small program. */
export function isCode(kind: WordKind): boolean {
  return kind === "sed" || kind === "awk" || kind === "jq" || kind === "sql";
}

function isPlainKind(kind: WordKind): kind is keyof typeof PLAIN_KINDS {
  return Object.hasOwn(PLAIN_KINDS, kind);
}

/** Many programs take `host:path`, `scheme:…` and `@file` for something else than a path, and `-` for a stream. */
function judgePath(text: string, access: Access, judge: Judge): string | undefined {
  if (text === "-" && (access === "read" || access === "write" || access === "output")) return undefined;
  if (text === "/dev/null" && access === "output") return undefined;
  return /^(?:@|[\w.+@-]*:)/.test(text) ? `\`${text}\` is not a plain path` : judge.judge(text, access);
}

/** Letters, digits, blanks and characters of paths and addresses. */
const PLAIN = /^[\p{L}\p{N}\s_./:,=@%+#?&*'"-]*$/u;

/** Accepts plain operands of a program without an allow-list. */
function judgeAny(text: string, judge: Judge): string | undefined {
  if (/^[-+@]/.test(text)) return `\`${text}\` can be an option`;
  if (!PLAIN.test(text)) return `\`${text}\` can be code`;
  // Some programs run what a scheme of their own names: `msl:file`.
  if (/^[A-Za-z][\w+.-]*:(?!\d+$|\/\/)/.test(text)) return `\`${text}\` is not a plain operand`;
  return judgePieces(text, judge);
}

/** An argument can be a path, or contain one: `--out=path`, `host:path`, `@path`. All of them stay in the project. */
function judgePieces(text: string, judge: Judge): string | undefined {
  if (/^[\w-]*$/.test(text)) return text === "" ? undefined : judge.judge(text, "touch");
  const pieces = new Set([text, ...text.split(/[=:,@;]/), ...text.split(/[\s"'()<>|&]+/)]);
  if (/^-[A-Za-z]./.test(text)) pieces.add(text.slice(2));
  for (const piece of pieces) {
    if (piece === "" || piece === "-") continue;
    // A download has the name that its address ends with.
    const path = /^https?:\/\//.test(piece) ? (/([^/?#]+)\/?(?:[?#].*)?$/.exec(piece)?.[1] ?? ".") : piece;
    const reason = judge.judge(path, "touch");
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Paths without patterns in the part that decides where they lead. */
function judgePathspec(text: string, judge: Judge): string | undefined {
  if (text.startsWith(":")) return `\`${text}\` is a pathspec that is not judged`;
  const wildcard = text.search(/[*?[\\]/);
  if (wildcard === -1) return judge.judge(text, "tree");
  const directory = text.slice(0, wildcard).replace(/[^/]*$/, "");
  return directory === "" ? `\`${text}\` can match protected files` : judge.judge(directory, "tree");
}
