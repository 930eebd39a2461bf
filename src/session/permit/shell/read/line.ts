/** A command line, taken apart as far as it is certain what a shell would make of it. */

/** One argument. */
export interface ShellWord {
  /** What it certainly begins with; all of it where it is whole. */
  readonly text: string;
  /** False where the rest is only known when it runs: a variable, a pattern, what another command prints. */
  readonly whole: boolean;
}

/** One program with its arguments. */
export interface SimpleCommand {
  /** The first word, where it is known without the others. */
  readonly program?: string;
  /** All of it, where it is plain. */
  readonly text?: string;
  /** False where none of it has a dot. */
  readonly dotted?: boolean;
  /** The first is the program. */
  readonly words: readonly ShellWord[];
  /** Variables that are set for it. */
  readonly sets: readonly string[];
  /** Files that its output goes to, as they are written. */
  readonly writes: readonly string[];
}

/** Every program that a line would run, in whatever part of it; or why that cannot be said. */
export type ShellLine = { readonly commands: readonly SimpleCommand[] } | { readonly unproven: string };

/** Characters of a line that is looked at. Real ones are rarely longer than a screen. */
export const MAX_LINE_CHARS = 16_384;

export function word(text: string): ShellWord {
  return { text, whole: true };
}
