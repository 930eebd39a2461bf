/** The files that a line names: redirections, and words of its programs; and if its programs can use others. */
import { classifyWords } from "./classify-words.ts";
import { PROGRAMS } from "./programs/programs.ts";
import { isHarmlessSetting } from "./programs/variables.ts";
import { readInnerLine } from "./read/read-shell-line.ts";
import { innerCommand, innerLine, type ShellLine, type ShellWord, type SimpleCommand } from "./read/shell-line.ts";
import { type FileUse, fileUseOf, type KnownWord, pathsInWord } from "./why-word-asks.ts";

export interface LineFile {
  /** Empty for files that no word names. */
  readonly path: string;
  /** The pattern, if the shell replaces the word with the files that match. `path` is the directory then. */
  readonly glob?: string;
  /** False if the rest of the path is only known at run time. */
  readonly whole: boolean;
  /** `any`: the word may be a file. `hidden`: a program may read and write files that no word names. */
  readonly use: FileUse | "any" | "hidden";
}

export interface LineContext {
  /** Called for every `cd`, before the files behind it are returned. */
  enter(path: string): unknown;
  /** The reason why a word is not a plain word of its kind, and may name files in another way. */
  whyWordAsks(word: KnownWord): string | undefined;
}

/** Shells inside of shells. */
const MAX_DEPTH = 3;
const UNKNOWN: LineFile = { path: "", whole: false, use: "any" };
const HIDDEN: LineFile = { path: "", whole: false, use: "hidden" };

export function* filesOfLine(line: ShellLine, context: LineContext, depth = 0): Iterable<LineFile> {
  if ("unproven" in line || depth > MAX_DEPTH) return void (yield UNKNOWN);
  if (line.doubt !== undefined) yield HIDDEN;
  for (const command of line.commands) {
    for (const word of command.reads) yield fileOf(word, "read");
    for (const word of command.writes) yield fileOf(word, "write");
    if (!command.sets.every(isHarmlessSetting)) yield HIDDEN;
    yield* filesOfCommand(command, context, depth);
  }
}

function* filesOfCommand(command: SimpleCommand, context: LineContext, depth: number): Iterable<LineFile> {
  const { program, words } = command;
  const line = innerLine(command);
  if (line !== undefined) return yield* filesOfLine(readInnerLine(line), context, depth + 1);
  if (program === "cd") {
    const [, directory = { text: "-", whole: false }] = words;
    if (words.length > 2 || !directory.whole || /^[-+]/.test(directory.text)) yield UNKNOWN;
    return void context.enter(directory.text);
  }
  const list = PROGRAMS.get(program) ?? PROGRAMS.get(program.slice(program.lastIndexOf("/") + 1)) ?? [];
  const known = classifyWords(list, words, () => false);
  if ("problem" in known) {
    yield HIDDEN;
    for (const each of words.slice(1)) yield* filesOfWord(each);
    return;
  }
  const { hidden } = known.use;
  // A path in the place of the program can be another program with the same name.
  if (hidden === undefined || program.includes("/")) yield HIDDEN;
  if (hidden === "reads") yield { path: "", whole: true, use: "read" };
  for (const each of known.words) {
    const { word, kind, at } = each;
    if (kind === "command") {
      yield* depth > MAX_DEPTH ? [UNKNOWN] : filesOfCommand(innerCommand(command, at), context, depth + 1);
      continue;
    }
    // The shell reads a directory for a pattern.
    const use = fileUseOf(kind) ?? (word.glob === undefined ? undefined : "read");
    if (context.whyWordAsks(each) !== undefined) yield* [HIDDEN, ...filesOfWord(word)];
    if (use !== undefined) yield fileOf(word, use);
    // Behind the `:` is a file of the commit.
    if (kind === "revision") yield { path: word.text.replace(/^.*:/, ""), whole: word.whole, use: "read" };
  }
}

/** The directory of a pattern stands for all files in it. */
function fileOf({ text, whole, glob }: ShellWord, use: LineFile["use"]): LineFile {
  if (glob === undefined) return { path: text, whole, use };
  return { path: glob.slice(0, glob.search(/[*?]/)).replace(/[^/]*$/, "") || ".", glob, whole: true, use };
}

/** An unknown program may use every path that a word contains. */
function* filesOfWord(word: ShellWord): Iterable<LineFile> {
  const { text } = word;
  if (!text.startsWith("-")) yield fileOf(word, "any");
  for (const path of pathsInWord(text))
    if (/[\w.]/.test(path) && path !== text) yield { path, whole: true, use: "any" };
}
