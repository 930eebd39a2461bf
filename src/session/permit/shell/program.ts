/**
 * The form of an allow-list. There is one for each program that a `*` may grant with options. It names every option and
 * operand that is known to be harmless; anything else needs the user's approval. `read-use.ts` applies it.
 */

import type { Access } from "./judge.ts";
import type { PLAIN_KINDS } from "./programs/kinds.ts";

/** `script`: a file whose code runs; `argument`: a word for the script; `module`: a program that the rule must spell out. */
type ScriptKind = "script" | "argument" | "module";
/** `command`: the first word of another command; `setting`: a variable for it, such as `CI=1`. */
type CommandKind = "command" | "setting";
/** `revision`: a commit, branch or file; `checkout`: a branch, or a path that git changes; `removed`: a path that it removes. */
type GitKind = "revision" | "checkout" | "pathspec" | "removed";
/** `local`: a package in the project (`./...`); `target`: a name that make builds; `into`: a directory that receives many files. */
type ProjectKind = "local" | "target" | "into";
/** A small program in that language. */
type CodeKind = "awk" | "jq" | "sql";

/**
 * The meaning of a word to its program; `judge-word.ts` defines what each kind allows. An `Access` is a path, and a key of
 * `PLAIN_KINDS` a word that matches a pattern. `text` is data that the program only prints, matches or stores. `any` is an
 * operand of a program without an allow-list.
 */
export type WordKind =
  | (Access | keyof typeof PLAIN_KINDS | "text" | "any")
  | (ScriptKind | CommandKind | GitKind | ProjectKind | CodeKind);

/** One way to call a program. */
export interface Use {
  /**
   * Harmless options, each with the reason. A key lists spellings, then perhaps `=kind` for a value, `=kind?` for a value that
   * can only be attached, and `drops kind` if the option takes the place of an operand: `"-e --regexp =text drops text"`.
   * `-NUM` is a dash and a number.
   */
  readonly options?: Readonly<Record<string, string>>;
  /** Kinds of the operands in order: `kind`, `kind?` (optional) or `kind...` (any number; at most one of these). */
  readonly operands?: string;
  /** Without an operand of this kind the program uses the current directory. */
  readonly implies?: "read" | "visible" | "look" | "add";
  /** The first word can be options without a dash: `tar xzf`. */
  readonly bundled?: true;
  /** Kinds of the operands behind `--`, if they differ. */
  readonly afterDashes?: string;
  /** Options of which the call must have at least one; one entry for each demand. */
  readonly needs?: readonly string[];
  /** `words`: options are whole words, such as `-name`, and short options cannot be combined. */
  readonly style?: "words";
  /** Every word is an operand, also if it begins with a dash. */
  readonly onlyOperands?: true;
  /** Options end at the first operand. */
  readonly optionsFirst?: true;
  /** The program may read a pipe or a redirection. Otherwise such input can hold commands for it. */
  readonly fed?: true;
  /** The operand `command` may be any granted command, also without a rule for this program. */
  readonly transparent?: true;
  /** The program reads settings from the directory that it runs in, so it may not run behind `cd`. */
  readonly here?: true;
  /**
   * Files that it uses although no word names them: none, or it reads some. Without this key nothing is known, as for a
   * script or a build. Its own settings and caches do not count, and neither does the database of git.
   */
  readonly hidden?: "none" | "reads";
  /** The call can bring links that strangers made. Paths later in the same line are not certain. */
  readonly brings?: true;
  /** The call puts files of a fetched ref into the project. */
  readonly checksOut?: true;
  readonly commands?: Readonly<Record<string, Program>>;
}

/** The first way that fits a call applies. */
export type Program = Use | readonly Use[];

export function usesOf(program: Program): readonly Use[] {
  return Array.isArray(program) ? program : [program as Use];
}
