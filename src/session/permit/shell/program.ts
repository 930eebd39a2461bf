/**
 * The form of an allow-list. There is one for each program that a `*` may grant with options. It names every option and
 * operand that is known to be harmless; anything else needs the user's approval. `read-use.ts` applies it.
 */

/**
 * The meaning of a word to its program. `judge-word.ts` defines what each kind allows.
 *
 * - `text`: data that the program only prints, matches or stores
 * - `name`: a plain identifier, such as a make target or a package script; `number`: digits
 * - `look`: a path whose name or metadata is read; `read`: a path whose content is read, with everything below it
 * - `visible`: like `read`, without hidden files; `add`: files that git records; `into`: a directory that receives many files
 * - `create`: a new file or directory; `write`: a file that may be replaced; `tree`: a directory that may be changed as a whole
 * - `destination`: the place that `copy` and `move` put files into, or their new name
 * - `copy`, `move`: a source that appears under the same name in another directory
 * - `output`: a file that a reading program writes; it needs a rule for writing
 * - `script`: a file whose code runs; `argument`: a word that the script receives
 * - `command`: the first word of another command
 * - `url`: an address that is fetched; `data`: a request body
 * - `revision`: a commit, branch or file of a git repository; `branch`: a branch or tag; `refspec`: a branch, tag or another ref
 * - `checkout`: a branch, or a path that git changes; `pushed`: a branch that is sent; `configKey`: a harmless setting of git
 * - `remote`: `origin` or `upstream`; `pathspec`: a path that git changes; `removed`: a path that git removes
 * - `local`: a package in the project (`./...`); `package`: a package of a registry; `endpoint`: a path of an API; `task`: a name without `:`; `sql`: a query
 * - `target`: a name that make builds; `npmScript`, `task`, `word`, `repository`, `reference`, `mainline`: plain names
 * - `dateFormat`, `writeOut`, `dotCommand`: plain values of `date`, `curl` and `sqlite3`
 * - `any`: an operand of a program without an allow-list
 * - `sed`, `awk`, `jq`, `format`: a small program in that language
 */
export type WordKind =
  | "text"
  | "name"
  | "number"
  | "look"
  | "read"
  | "create"
  | "write"
  | "tree"
  | "copy"
  | "move"
  | "output"
  | "script"
  | "argument"
  | "command"
  | "url"
  | "data"
  | "revision"
  | "branch"
  | "refspec"
  | "remote"
  | "pathspec"
  | "removed"
  | "destination"
  | "sed"
  | "awk"
  | "jq"
  | "format"
  | "checkout"
  | "pushed"
  | "configKey"
  | "local"
  | "package"
  | "endpoint"
  | "task"
  | "sql"
  | "visible"
  | "add"
  | "into"
  | "mainline"
  | "target"
  | "npmScript"
  | "repository"
  | "reference"
  | "dateFormat"
  | "writeOut"
  | "dotCommand"
  | "word"
  | "any";

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
