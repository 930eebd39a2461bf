/** The files that a line visibly names: redirections, and words of its programs. Other actions of a program are not visible. */
import { commandOfEnv, shellLine } from "./inner-command.ts";
import type { WordKind } from "./program.ts";
import { PROGRAMS } from "./programs/programs.ts";
import { innerCommand, type ShellLine, type ShellWord, type SimpleCommand } from "./read/line.ts";
import { readUse } from "./read-use.ts";

export interface LineFile {
  readonly path: string;
  /** The pattern, if the shell replaces the word with the files that match. `path` is the directory then. */
  readonly glob?: string;
  /** False if the rest of the path is only known at run time. */
  readonly whole: boolean;
  readonly access: "read" | "write" | "remove" | "any";
}

/** Shells inside of shells. */
const MAX_DEPTH = 3;
const UNKNOWN: LineFile = { path: "", whole: false, access: "any" };

/** `enter` is called for every `cd`, before the files behind it are returned. */
export function* filesOfLine(
  line: ShellLine,
  read: (text: string) => ShellLine,
  enter: (path: string) => unknown = () => undefined,
  depth = 0,
): Iterable<LineFile> {
  if ("unproven" in line || depth > MAX_DEPTH) return void (yield UNKNOWN);
  for (const command of line.commands) {
    for (const path of command.reads) yield { path, whole: true, access: "read" };
    for (const path of command.writes) yield { path, whole: true, access: "write" };
    const inner = shellLine(command.words);
    if (inner !== undefined) yield* filesOfLine(read(inner), read, enter, depth + 1);
    else yield* filesOfWords(command, depth);
    if (command.words[0]?.text === "cd") enter(command.words[1]?.text ?? "");
  }
}

function* filesOfWords(command: SimpleCommand, depth: number): Iterable<LineFile> {
  const words = commandOfEnv(command.words)?.words ?? command.words;
  const name = words[0]?.text ?? "";
  const program = PROGRAMS.get(name) ?? PROGRAMS.get(name.slice(name.lastIndexOf("/") + 1));
  const found = program && readUse(program, words, () => false);
  if (found === undefined || "problem" in found) {
    for (const each of words.slice(1)) yield* filesOfWord(each);
    return;
  }
  for (const { word, kind, at } of found.words) {
    if (kind === "command") {
      if (depth <= MAX_DEPTH)
        yield* filesOfWords(innerCommand(command, { words: words.slice(at), sets: [] }), depth + 1);
      continue;
    }
    const access = ACCESS[kind];
    if (access !== undefined) yield fileOf(word, access);
  }
}

const ACCESS: Readonly<Partial<Record<WordKind, LineFile["access"]>>> = {
  read: "read",
  copy: "read",
  script: "read",
  create: "write",
  write: "write",
  output: "write",
  destination: "write",
  into: "write",
  visible: "read",
  pathspec: "write",
  tree: "remove",
  removed: "remove",
  move: "remove",
};

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
