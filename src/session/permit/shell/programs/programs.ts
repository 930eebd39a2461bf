/**
 * The allow-lists of programs, and words with a special meaning in every shell. `README.md` describes the files and
 * every flag; `classify-words.ts` applies them. A program without an allow-list may only have plain operands.
 */
import type data from "../word-kinds.json";
import * as files from "./files.ts";
import words from "./words.json" with { type: "json" };

export type WordKind = keyof typeof data.kinds;

/** A file in `programs/`. */
export interface ProgramFile {
  readonly names: string;
  readonly why?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly uses: readonly ProgramFormData[];
}

interface UseFlags {
  readonly hidden?: "none" | "reads";
  readonly implies?: true;
  readonly onlyOperands?: true;
  readonly fed?: true;
  readonly pure?: true;
  readonly transparent?: true;
  readonly here?: true;
  readonly brings?: true;
  readonly fetchesAny?: true;
  readonly apart?: boolean;
}

/** One form of a program's call, as written in a file. */
export interface ProgramFormData extends UseFlags {
  readonly options?: Readonly<Record<string, string>>;
  readonly operands?: string;
  readonly afterDashes?: string;
  readonly needs?: readonly string[];
  readonly commands?: Readonly<Record<string, ProgramFormData | readonly ProgramFormData[]>>;
}

export interface Operand {
  readonly kind: WordKind;
  readonly isMany: boolean;
  readonly isOptional: boolean;
}

export interface ProgramForm extends UseFlags {
  /** The kind of each option's value. An optional value must be attached to the option. */
  readonly options: ReadonlyMap<string, Operand | undefined>;
  readonly operands: readonly Operand[];
  /** Operands after `--`; undefined if the program does not accept `--`. */
  readonly afterDashes: readonly Operand[] | undefined;
  readonly needs: readonly (readonly string[])[];
  readonly commands: ReadonlyMap<string, Program> | undefined;
  /** False if the program needs a subcommand. */
  readonly isComplete: boolean;
}

/** If several forms match a call, the first form applies. */
export type Program = readonly ProgramForm[];

export function readProgramUse(data: ProgramFormData, shared: ProgramFormData["options"] = {}): ProgramForm {
  const { options, operands, afterDashes, needs = [], commands, apart = false, ...flags } = data;
  const entries = Object.keys({ ...shared, ...options }).flatMap(readOptions);
  return {
    ...flags,
    options: new Map(entries),
    apart: apart || entries.some(([name]) => /^-\w\w/.test(name)),
    operands: readOperands(operands),
    afterDashes: afterDashes === undefined ? undefined : readOperands(afterDashes),
    needs: needs.map((each) => each.split(" ")),
    commands: commands && new Map(Object.entries(commands).flatMap(readCommands)),
    isComplete: commands === undefined || operands !== undefined,
  };
}

function readCommands([names, uses]: [string, ProgramFormData | readonly ProgramFormData[]]): [string, Program][] {
  const program = [uses].flat().map((each) => readProgramUse(each));
  return names.split(" ").map((name) => [name, program]);
}

function readOptions(key: string): [string, Operand | undefined][] {
  const [names = "", value] = key.split(/ =(?=\w)/);
  return names.split(" ").map((name) => [name, readOperands(value)[0]]);
}

function readOperands(text = ""): readonly Operand[] {
  return Array.from(text.matchAll(/(\w+)(\.{3}|\??)/g), ([, kind, mark]) => ({
    kind: kind as WordKind,
    isMany: mark === "...",
    isOptional: mark === "?",
  }));
}

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
  const program = programs.get(file) ?? file.uses.map((use) => readProgramUse(use, file.options));
  programs.set(file, program);
  return program;
}

function setOf(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(" ")));
}

/** `words.json` explains each list. */
export const SHELL_BUILTINS = setOf(words.builtins.words);
export const SHELL_KEYWORDS = setOf(words.keywords.words);
export const EXECUTING_PROGRAMS = setOf(
  words.executors.words,
  ...[files.shells, files.interpreters, files.runners].map(({ names }) => names),
);
export const HARMLESS_VERBS = setOf(words.verbs.words);
/** Words that consist of plain letters but still need a full check. */
export const SUSPECT_WORDS: readonly string[] = [...EXECUTING_PROGRAMS, ...setOf(words.secrets.words)];
