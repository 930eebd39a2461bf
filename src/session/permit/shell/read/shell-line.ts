/** A command line as far as its meaning to a shell is certain. */

/** One argument of a command. */
export interface ShellWord {
  /** The literal text; if the word is not `whole`, the text that it certainly begins with. */
  readonly text: string;
  /** True if `text` is the whole argument, whatever happens at run time. */
  readonly whole: boolean;
  /** A file name pattern with `*` and `?`. The shell replaces the word with the names of the files that match. */
  readonly glob?: string;
  /** The word is the name of a pipe: `<(command)`. */
  readonly pipe?: true;
  /** The pattern comes from a variable without quotes, so that blanks in a name split the word. */
  readonly splits?: true;
}

/** A variable that is set for one command. */
export interface Setting {
  readonly name: string;
  readonly value: string;
}

/** `beside`: at the same time as others, in a pipe or in the background; `repeatedly`: in a loop. */
export type RunsWhen = "in order" | "beside" | "repeatedly";

/** One program with its arguments. */
export interface SimpleCommand {
  readonly program: string;
  /** The first word is the program. */
  readonly words: readonly ShellWord[];
  readonly sets: readonly Setting[];
  /** Files that receive output through a redirection. */
  readonly writes: readonly ShellWord[];
  /** Files that a redirection reads. */
  readonly reads: readonly ShellWord[];
  /** True if it reads a pipe, a file or a here-document as its input. */
  readonly fed: boolean;
  readonly runs: RunsWhen;
}

/** Every program that a line would run, in any part of it; or the reason why that is not certain. */
export type ShellLine =
  | {
      readonly commands: readonly SimpleCommand[];
      /** The reason why no `*` grants the line although all programs are known: a word is only known at run time. */
      readonly doubt?: string;
      /** The line, if it is a program and arguments that cannot be options, paths, addresses or names of secret files. */
      readonly bare?: string | undefined;
    }
  | { readonly unproven: string };

/** The longest line that is judged. Real lines are rarely longer than a screen. */
export const MAX_LINE_CHARS = 16_384;

/** A command without redirections or variables. */
export function plainCommand(words: readonly ShellWord[]): SimpleCommand {
  return { program: words[0]?.text ?? "", words, sets: [], writes: [], reads: [], fed: false, runs: "in order" };
}

/** The command that another one runs from its word `at` on: it has the same input. */
export function innerCommand({ words, fed, runs }: SimpleCommand, at: number): SimpleCommand {
  return { ...plainCommand(words.slice(at)), fed, runs };
}

/** A command of the line that another command runs, such as `sh -c LINE`: it has the same input. */
export function commandInside({ fed, runs }: SimpleCommand, inner: SimpleCommand): SimpleCommand {
  const { program, words, sets, writes, reads } = inner;
  const when = runs === "in order" ? inner.runs : runs;
  return { program, words, sets, writes, reads, fed: fed || inner.fed, runs: when };
}

/** The line of `sh -c LINE`, if nothing else is in the command. */
export function innerLine({ program, words }: SimpleCommand): string | undefined {
  const [, option, line] = words;
  if (!/^(?:ba|z|da)?sh$/.test(program) || words.length !== 3 || !line?.whole) return undefined;
  return option?.whole && /^-[elux]{0,4}c$/.test(option.text) ? line.text : undefined;
}
