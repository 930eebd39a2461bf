/**
 * Finds the files that a line uses through redirections and program arguments, and whether its programs may use other
 * files.
 */
import { classifyWords } from "./classify-words.ts";
import { findProgram, isHarmlessSetting } from "./programs/programs.ts";
import { commandInside, type ShellLine, type ShellWord, type SimpleCommand } from "./read/shell-line.ts";
import { type FileUse, fileUseOf, type KnownWord, pathsInWord } from "./why-word-asks.ts";

export interface LineFile {
  /** Empty for files that no word names. */
  readonly path: string;
  /** The pattern, if the shell replaces the word with the files that match. `path` is the directory then. */
  readonly glob?: string;
  /** False if the rest of the path is only known at run time. */
  readonly whole: boolean;
  /** `any`: the word may be a file. `hidden`: the program may read and write files that no word names. */
  readonly use: FileUse | "any" | "hidden";
}

export interface LineContext {
  /** Called for each `cd`, before the later files are returned. Returns false if there are too many directories. */
  enter(path: string): boolean;
  /** Returns the reason why a word is not a plain word of its kind, and may name files in another way. */
  whyWordAsks(word: KnownWord): string | undefined;
}

const UNKNOWN: LineFile = { path: "", whole: false, use: "any" };
const HIDDEN: LineFile = { path: "", whole: false, use: "hidden" };

export function* filesOfLine(line: ShellLine, context: LineContext): Iterable<LineFile> {
  if ("unproven" in line) return void (yield UNKNOWN);
  if (line.doubt !== undefined) yield HIDDEN;
  for (const command of line.commands) yield* filesOfCommand(command, context);
}

function* filesOfCommand(command: SimpleCommand, context: LineContext): Iterable<LineFile> {
  const { reads, writes, sets, inner } = command;
  for (const word of reads) yield fileOf(word, "read");
  for (const word of writes) yield fileOf(word, "write");
  if (!sets.every(isHarmlessSetting)) yield HIDDEN;
  if (inner === undefined) yield* filesOfWords(command, context);
  else for (const each of inner) yield* filesOfCommand(each, context);
}

function* filesOfWords(command: SimpleCommand, context: LineContext): Iterable<LineFile> {
  const { program, words } = command;
  if (program === "cd") {
    const [, { text, whole } = { text: "-", whole: false }] = words;
    if (words.length > 2 || !whole || /^[-+]/.test(text) || !context.enter(text)) yield UNKNOWN;
    return;
  }
  const list = findProgram(program) ?? findProgram(program.slice(program.lastIndexOf("/") + 1)) ?? [];
  const known = classifyWords(list, words, () => false);
  if ("problem" in known) {
    yield HIDDEN;
    for (const each of words.slice(1)) yield* pathsOfWord(each);
    return;
  }
  const { hidden } = known.use;
  // A program that is given by its path may differ from the program of that name.
  if (hidden === undefined || program.includes("/")) yield HIDDEN;
  if (hidden === "reads") yield { path: "", whole: true, use: "read" };
  for (const each of known.words) {
    const { word, kind, at } = each;
    if (kind === "command") {
      yield* filesOfWords(commandInside(command, at), context);
      continue;
    }
    // The shell reads a directory to expand the pattern.
    const use = fileUseOf(kind) ?? (word.glob === undefined ? undefined : "read");
    if (context.whyWordAsks(each) !== undefined) yield* [HIDDEN, ...pathsOfWord(word)];
    if (use !== undefined) yield fileOf(word, use);
    // The part after `:` is a file of the commit.
    if (kind === "revision") yield { path: word.text.replace(/^.*:/, ""), whole: word.whole, use: "read" };
  }
}

/** The directory of a pattern represents all files in it. */
function fileOf({ text, whole, glob }: ShellWord, use: LineFile["use"]): LineFile {
  if (glob === undefined) return { path: text, whole, use };
  return { path: glob.slice(0, glob.search(/[*?]/)).replace(/[^/]*$/, "") || ".", glob, whole: true, use };
}

/** An unknown program may use every path in a word. */
function* pathsOfWord(word: ShellWord): Iterable<LineFile> {
  const { text } = word;
  if (!text.startsWith("-")) yield fileOf(word, "any");
  for (const path of pathsInWord(text))
    if (/[\w.]/.test(path) && path !== text) yield { path, whole: true, use: "any" };
}
