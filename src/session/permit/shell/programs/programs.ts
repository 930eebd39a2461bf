/**
 * The allow-lists by program, and words with a special meaning in every shell. A program without a list may only get
 * plain operands.
 */
import { type Program, type ProgramFile, readUse } from "../program.ts";
import * as files from "./files.ts";
import words from "./words.json" with { type: "json" };

const FILES = Object.values(files) as unknown as readonly ProgramFile[];
const FILE_OF: ReadonlyMap<string, ProgramFile> = new Map(
  FILES.flatMap((file) => file.names.split(" ").map((name) => [name, file] as const)),
);
export const PROGRAM_NAMES: readonly string[] = [...FILE_OF.keys()];

const programs = new Map<ProgramFile, Program>();

/** Parses each file on first use. */
export function findProgram(name: string): Program | undefined {
  const file = FILE_OF.get(name);
  if (file === undefined) return undefined;
  const program = programs.get(file) ?? file.uses.map((use) => readUse(use, file.options));
  programs.set(file, program);
  return program;
}

function setOf(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(" ")));
}

/** `words.json` explains each list. */
export const BUILTINS = setOf(words.builtins.words);
export const KEYWORDS = setOf(words.keywords.words);
export const LOOP_NAMES = setOf(words.loopNames.words);
export const AWK_NAMES = setOf(words.awk.words);
export const JQ_NAMES = setOf(words.jq.words);
export const SQL_FUNCTIONS = setOf(words.sql.words);
export const EXECUTORS = setOf(
  words.executors.words,
  ...[files.shells, files.interpreters, files.runners].map(({ names }) => names),
);
/** Words of plain letters that still need a full check. */
export const SUSPECTS: readonly string[] = [...EXECUTORS, ...setOf(words.secrets.words)];

const SETTINGS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(words.settings.patterns).map(([name, pattern]) => [name, new RegExp(pattern)]),
);

/** Returns true if a variable with this value only changes how a program prints. */
export function isHarmlessSetting({ name, value }: { readonly name: string; readonly value: string }): boolean {
  return SETTINGS.get(name)?.test(value) === true;
}
