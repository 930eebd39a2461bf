/** The files that a line names: redirections, and words of its programs; and if its programs can use others. */
import type { WordKind } from "./program.ts";
import { PROGRAMS } from "./programs/programs.ts";
import { isHarmlessSetting } from "./programs/variables.ts";
import { innerCommand, type ShellLine, type ShellWord, type SimpleCommand, shellLine } from "./read/line.ts";
import { type FoundWord, readUse } from "./read-use.ts";

export interface LineFile {
  /** Empty for files that no word names. */
  readonly path: string;
  /** The pattern, if the shell replaces the word with the files that match. `path` is the directory then. */
  readonly glob?: string;
  /** False if the rest of the path is only known at run time. */
  readonly whole: boolean;
  /** `any`: the word may be a file. `hidden`: a program may read and write files that no word names. */
  readonly access: "read" | "write" | "remove" | "any" | "hidden";
}

export interface LineContext {
  /** Reads a line inside of another line. */
  read(text: string): ShellLine;
  /** Called for every `cd`, before the files behind it are returned. */
  enter(path: string): unknown;
  /** The reason why a word is not a plain word of its kind, and may name files in another way. */
  doubt(word: FoundWord): string | undefined;
}

/** Shells inside of shells. */
const MAX_DEPTH = 3;
const UNKNOWN: LineFile = { path: "", whole: false, access: "any" };
const HIDDEN: LineFile = { path: "", whole: false, access: "hidden" };

export function* filesOfLine(line: ShellLine, context: LineContext, depth = 0): Iterable<LineFile> {
  if ("unproven" in line || depth > MAX_DEPTH) return void (yield UNKNOWN);
  if (line.doubt !== undefined) yield HIDDEN;
  for (const command of line.commands) {
    for (const path of command.reads) yield { path, whole: true, access: "read" };
    for (const path of command.writes) yield { path, whole: true, access: "write" };
    if (!command.sets.every(isHarmlessSetting)) yield HIDDEN;
    yield* filesOfCommand(command, context, depth);
  }
}

function* filesOfCommand(command: SimpleCommand, context: LineContext, depth: number): Iterable<LineFile> {
  const { words } = command;
  const inner = shellLine(words);
  if (inner !== undefined) return yield* filesOfLine(context.read(inner), context, depth + 1);
  const name = words[0]?.text ?? "";
  if (name === "cd") return void context.enter(words[1]?.text ?? "");
  const program = PROGRAMS.get(name) ?? PROGRAMS.get(name.slice(name.lastIndexOf("/") + 1));
  const found = program && readUse(program, words, () => false);
  if (found === undefined || "problem" in found) {
    yield HIDDEN;
    for (const each of words.slice(1)) yield* filesOfWord(each);
    return;
  }
  const { hidden } = found.use;
  // A path in the place of the program can be another program with the same name.
  if (hidden === undefined || name.includes("/")) yield HIDDEN;
  if (hidden === "reads") yield { path: "", whole: true, access: "read" };
  for (const each of found.words) {
    const { word, kind, at } = each;
    const access = accessOf(kind);
    if (kind !== "command" && context.doubt(each) !== undefined) {
      yield HIDDEN;
      yield* filesOfWord(word);
    }
    if (access !== undefined) yield fileOf(word, access);
    // Behind the `:` is a file of the commit.
    if (kind === "revision" && word.text.includes(":"))
      yield { path: word.text.replace(/^.*:/, ""), whole: word.whole, access: "read" };
    if (kind === "command" && depth <= MAX_DEPTH) yield* filesOfCommand(innerCommand(command, at), context, depth + 1);
  }
}

const READ: ReadonlySet<WordKind> = new Set(["look", "read", "visible", "add", "copy", "script", "revision"]);
const WRITTEN: ReadonlySet<WordKind> = new Set(["create", "write", "output", "destination", "into", "pathspec"]);
const REMOVED: ReadonlySet<WordKind> = new Set(["tree", "removed", "move"]);

function accessOf(kind: WordKind): LineFile["access"] | undefined {
  if (READ.has(kind)) return "read";
  return WRITTEN.has(kind) ? "write" : REMOVED.has(kind) ? "remove" : undefined;
}

/** The directory of a pattern stands for all files in it. */
function fileOf({ text, whole, glob }: ShellWord, access: LineFile["access"]): LineFile {
  if (glob === undefined) return { path: text, whole, access };
  return { path: glob.slice(0, glob.search(/[*?]/)).replace(/[^/]*$/, "") || ".", glob, whole: true, access };
}

/** Letters before a path that is attached to a short option. */
const MAX_LETTERS = 12;

/** An unknown program may use every path that a word contains. */
function* filesOfWord(word: ShellWord): Iterable<LineFile> {
  const { text } = word;
  if (!text.startsWith("-")) yield fileOf(word, "any");
  const attached = /^-[A-Za-z]/.test(text) ? Array.from({ length: MAX_LETTERS }, (_, at) => text.slice(at + 2)) : [];
  for (const path of [...text.split(/[=:,@]/), ...text.split(/[^\w./-]+/), ...attached])
    if (/[\w.]/.test(path) && path !== text) yield { path, whole: true, access: "any" };
}
