/**
 * Parses allow-lists of programs. `programs/README.md` describes the files and every flag. `classify-words.ts` applies
 * them.
 */
import type data from "./word-kinds.json";

export type WordKind = keyof typeof data.kinds;

/** A file in `programs/`. */
export interface ProgramFile {
  readonly names: string;
  readonly why?: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly uses: readonly UseData[];
}

interface UseFlags {
  readonly implies?: WordKind;
  readonly style?: "words";
  readonly hidden?: "none" | "reads";
  readonly bundled?: true;
  readonly onlyOperands?: true;
  readonly optionsFirst?: true;
  readonly fed?: true;
  readonly pure?: true;
  readonly transparent?: true;
  readonly here?: true;
  readonly brings?: true;
  readonly fetchesAny?: true;
}

/** One form of a program's call, as written in a file. */
export interface UseData extends UseFlags {
  readonly options?: Readonly<Record<string, string>>;
  readonly operands?: string;
  readonly afterDashes?: string;
  readonly needs?: readonly string[];
  readonly commands?: Readonly<Record<string, UseData | readonly UseData[]>>;
}

export interface Operand {
  readonly kind: WordKind;
  readonly isMany: boolean;
  readonly isOptional: boolean;
}

interface Option {
  /** The kind of the option's value. An optional value can only be attached to the option. */
  readonly value: Operand | undefined;
  /** The kind of operand that this option replaces. */
  readonly drops: string | undefined;
}

export interface Use extends UseFlags {
  readonly options: ReadonlyMap<string, Option>;
  readonly operands: readonly Operand[];
  readonly afterDashes: readonly Operand[];
  readonly needs: readonly (readonly string[])[];
  readonly commands: ReadonlyMap<string, Program> | undefined;
  /** False if the program needs a subcommand. */
  readonly isComplete: boolean;
}

/** The first form that matches a call applies. */
export type Program = readonly Use[];

export function readUse(data: UseData, shared: UseData["options"] = {}): Use {
  const { options, operands, afterDashes, needs = [], commands, ...flags } = data;
  return {
    ...flags,
    options: new Map(Object.keys({ ...shared, ...options }).flatMap(readOptions)),
    operands: readOperands(operands),
    afterDashes: readOperands(afterDashes),
    needs: needs.map((each) => each.split(" ")),
    commands: commands && new Map(Object.entries(commands).flatMap(readCommands)),
    isComplete: commands === undefined || operands !== undefined,
  };
}

function readCommands([names, uses]: [string, UseData | readonly UseData[]]): [string, Program][] {
  const program = [uses].flat().map((each) => readUse(each));
  return names.split(" ").map((name) => [name, program]);
}

function readOptions(key: string): [string, Option][] {
  const [, names = "", value, drops] = /^(.*?)(?: =(\w+\??))?(?: drops (\w+))?$/.exec(key) ?? [];
  const option = { value: readOperands(value)[0], drops };
  return names.split(" ").map((name) => [name, option]);
}

function readOperands(text = ""): readonly Operand[] {
  return Array.from(text.matchAll(/(\w+)(\.{3}|\??)/g), ([, kind, mark]) => ({
    kind: kind as WordKind,
    isMany: mark === "...",
    isOptional: mark === "?",
  }));
}
