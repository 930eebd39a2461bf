/**
 * Finds the files that a line uses through redirections and program arguments, and decides whether its programs may use
 * other files. The caller decides which words need a proof.
 */
import { baseName } from "../../../model/text/text.ts";
import { classifyWords } from "./classify-words.ts";
import type { LinePaths } from "./line-paths.ts";
import { findProgram, type WordKind } from "./programs/programs.ts";
import { innerCommand, type ShellLine, type ShellWord, type SimpleCommand } from "./read/shell-line.ts";
import { pathsInWord, WORD_KIND_RULES, whyWordAsks } from "./why-word-asks.ts";

export interface LineFile {
  /** Path of the file; empty for files that no word names. */
  readonly path: string;
  /** The pattern, if the shell replaces the word with the files that match. `path` is the directory then. */
  readonly glob?: string;
  /** False if the remaining part of the path is only known at run time. */
  readonly whole: boolean;
  /** `any`: the word may be a file. `hidden`: the program may read and write files that no word names. */
  readonly use: "read" | "write" | "remove" | "any" | "hidden";
}

const UNKNOWN: LineFile = { path: "", whole: false, use: "any" };
const HIDDEN: LineFile = { path: "", whole: false, use: "hidden" };

/** Kinds of words that can have the form `HEAD:path`. */
const IN_COMMITS: ReadonlySet<WordKind> = new Set(["revision", "committed", "searched"]);

/** Returns true if a word of this kind must be plain, because otherwise it may name files in another way. */
export type NeedsProof = (kind: WordKind) => boolean;

/** Yields the files that a line uses. Each `cd` changes `paths` before the later files are returned. */
export function* filesOfLine(line: ShellLine, paths: LinePaths, needsProof: NeedsProof): Iterable<LineFile> {
  if ("unproven" in line) return void (yield UNKNOWN);
  if (line.doubt !== undefined) yield HIDDEN;
  for (const command of line.commands) {
    for (const { kind, word } of command.beside) {
      if (kind !== "setting") yield fileOf(word, kind === "input" ? "read" : "write");
      else if (whyWordAsks({ kind, word, isValue: true }, paths) !== undefined) yield HIDDEN;
    }
    yield* filesOfWords(command, paths, needsProof);
  }
}

function* filesOfWords(command: SimpleCommand, paths: LinePaths, needsProof: NeedsProof): Iterable<LineFile> {
  const { program, words } = command;
  const list = findProgram(program) ?? findProgram(baseName(program)) ?? [];
  const known = classifyWords(list, words, () => false);
  if ("problem" in known) {
    yield program === "cd" ? UNKNOWN : HIDDEN;
    for (const each of words.slice(1)) yield* pathsOfWord(each);
    return;
  }
  const { hidden } = known.use;
  // A program that is given by its path may differ from the known program of that name.
  if (hidden === undefined || program.includes("/")) yield HIDDEN;
  if (hidden === "reads") yield { path: "", whole: true, use: "read" };
  for (const { word, kind, at, isValue } of known.words) {
    if (kind === "command" || kind === "module") {
      yield* filesOfWords(innerCommand(command, at), paths, needsProof);
      continue;
    }
    if (kind === "directory" && (!word.whole || /^[-+]/.test(word.text) || !paths.enter(word.text))) yield UNKNOWN;
    if (needsProof(kind) && whyWordAsks({ word, kind, isValue }, paths) !== undefined)
      yield* [HIDDEN, ...pathsOfWord(word)];
    // The shell reads a directory to expand the pattern.
    const use = WORD_KIND_RULES[kind].use ?? (word.glob === undefined ? undefined : "read");
    if (use !== undefined && use !== "code" && kind !== "directory") yield fileOf(word, use);
    // The part after `:` is a file of the commit.
    if (IN_COMMITS.has(kind)) yield { path: word.text.replace(/^.*:/, ""), whole: word.whole, use: "read" };
  }
}

/**
 * Returns the file that a word names. For a pattern, it returns the pattern's directory, which stands for all files
 * that match.
 */
function fileOf({ text, whole, glob }: ShellWord, use: LineFile["use"]): LineFile {
  if (glob === undefined) return { path: text, whole, use };
  return { path: glob.slice(0, glob.search(/[*?]/)).replace(/[^/]*$/, "") || ".", glob, whole: true, use };
}

/** Yields every path in a word, because an unknown program may use any of them. */
function* pathsOfWord(word: ShellWord): Iterable<LineFile> {
  const { text } = word;
  if (!text.startsWith("-")) yield fileOf(word, "any");
  for (const path of pathsInWord(text))
    if (/[\w.~/]/.test(path) && path !== text) yield { path, whole: true, use: "any" };
}
