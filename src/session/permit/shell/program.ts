/**
 * The form of an allow-list. There is one for each program that a `*` may grant with options. It names every option and
 * operand that is known to be harmless; anything else needs the user's approval. `classify-words.ts` applies it.
 */
import type { WordKind } from "./why-word-asks.ts";

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
  /** A first word without a dash has options, too: `tar xzf`. */
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
  /** The call can put links to another place. Paths later in the same line are not certain. */
  readonly brings?: true;
  /** The call fetches from other remotes than `origin` and `upstream`, too. */
  readonly fetchesAny?: true;
  /** The call puts files of a fetched ref into the project. */
  readonly checksOut?: true;
  readonly commands?: Readonly<Record<string, Program>>;
}

/** The first way that fits a call applies. */
export type Program = Use | readonly Use[];

export function usesOf(program: Program): readonly Use[] {
  return Array.isArray(program) ? program : [program as Use];
}

interface Option {
  /** Its value; `isOptional`: the value can only be attached. */
  readonly value: { readonly kind: WordKind; readonly isOptional: boolean } | undefined;
  /** The kind of operand that the option takes the place of. */
  readonly drops: string | undefined;
}

export interface Operand {
  readonly kind: WordKind;
  readonly isMany: boolean;
  readonly isOptional: boolean;
}

/** A use without its notation. */
export interface UseTable {
  readonly options: ReadonlyMap<string, Option>;
  readonly operands: readonly Operand[];
  readonly afterDashes: readonly Operand[] | undefined;
}

const tables = new WeakMap<Use, UseTable>();

export function tableOf(use: Use): UseTable {
  let table = tables.get(use);
  if (table === undefined) {
    const { options = {}, operands = "", afterDashes } = use;
    table = {
      options: new Map(Object.keys(options).flatMap(readOptions)),
      operands: readOperands(operands),
      afterDashes: afterDashes === undefined ? undefined : readOperands(afterDashes),
    };
    tables.set(use, table);
  }
  return table;
}

function readOptions(key: string): [string, Option][] {
  const [, names = "", kind, mark, drops] = /^(.*?)(?: =([a-z]\w*)(\?)?)?(?: drops (\w+))?$/i.exec(key) ?? [];
  const value = kind === undefined ? undefined : { kind: kind as WordKind, isOptional: mark !== undefined };
  return names.split(" ").map((name) => [name, { value, drops }]);
}

function readOperands(text: string): readonly Operand[] {
  return Array.from(text.matchAll(/(\w+)(\.{3}|\??)/g), ([, kind, mark]) => ({
    kind: kind as WordKind,
    isMany: mark === "...",
    isOptional: mark === "?",
  }));
}
