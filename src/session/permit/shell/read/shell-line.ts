/** The parsed form of a command line, as far as the line's meaning in a shell is certain. */

/** One argument of a command. */
export interface ShellWord {
  /** The literal text; if the word is not `whole`, its certain prefix. */
  readonly text: string;
  /** True if `text` is the complete argument, whatever happens at run time. */
  readonly whole: boolean;
  /** A file name pattern with `*` and `?`. The shell replaces the word with the names of the files that match. */
  readonly glob?: string;
}

/** A word that is not an argument: a variable `NAME=value` that is set, or the file of a redirection. */
export interface SideWord {
  readonly kind: "setting" | "input" | "redirected";
  readonly word: ShellWord;
}

/** One program with its arguments. */
export interface SimpleCommand {
  readonly program: string;
  /** The first word is the program. */
  readonly words: readonly ShellWord[];
  readonly beside: readonly SideWord[];
  /** True if the command reads a pipe, a file or a here-document as its input. */
  readonly fed: boolean;
  /**
   * True if the command may run at the same time as other commands, or several times: in a pipe, in the background or
   * in a loop.
   */
  readonly overlaps: boolean;
}

/** Every program that any part of a line would run, or the reason why that is not certain. */
export type ShellLine =
  | {
      readonly commands: readonly SimpleCommand[];
      /** The reason why no rule covers the line although all programs are known: a word is only known at run time. */
      readonly doubt?: string | undefined;
      /** The program and the whole line, if no argument can be an option, a path, an address or the name of a secret file. */
      readonly program?: string;
      readonly bare?: string | undefined;
    }
  | { readonly unproven: string };

/** The longest line that is judged. Real lines are rarely longer than one screen. */
export const MAX_LINE_CHARS = 16_384;

const NONE: readonly SideWord[] = [];

/** Creates a command without redirections or variables. */
export function plainCommand(words: readonly ShellWord[]): SimpleCommand {
  return { program: words[0]?.text ?? "", words, beside: NONE, fed: false, overlaps: false };
}

/** Returns the command that another command runs from its word `at` on. Both have the same input. */
export function innerCommand({ words, fed, overlaps }: SimpleCommand, at: number): SimpleCommand {
  return { ...plainCommand(words.slice(at)), fed, overlaps };
}
