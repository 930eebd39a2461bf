/** The notation of allow-lists, parsed once for each use. */
import type { Use, WordKind } from "./program.ts";

export interface Option {
  readonly value?: WordKind;
  /** The value can only be attached. */
  readonly optional: boolean;
  /** The kind of operand that the option takes the place of. */
  readonly drops?: string;
}

export interface Operand {
  readonly kind: WordKind;
  readonly many: boolean;
  readonly optional: boolean;
}

export interface OptionTable {
  readonly options: ReadonlyMap<string, Option>;
  /** `-5` is an option. */
  readonly number: boolean;
  readonly operands: readonly Operand[];
  readonly afterDashes: readonly Operand[] | undefined;
}

const tables = new WeakMap<Use, OptionTable>();

export function tableOf(use: Use): OptionTable {
  const known = tables.get(use);
  if (known) return known;
  const options = new Map(Object.keys(use.options ?? {}).flatMap(readOptions));
  const table: OptionTable = {
    options,
    number: options.has("-NUM"),
    operands: readOperands(use.operands ?? ""),
    afterDashes: use.afterDashes === undefined ? undefined : readOperands(use.afterDashes),
  };
  tables.set(use, table);
  return table;
}

/** `-e --regexp =text drops text`. */
function readOptions(key: string): [string, Option][] {
  const [, names = "", value, optional, drops] = /^(.*?)(?: =([a-z]\w*)(\?)?)?(?: drops (\w+))?$/i.exec(key) ?? [];
  const option: Option = {
    optional: optional !== undefined,
    ...(value === undefined ? {} : { value: value as WordKind }),
    ...(drops === undefined ? {} : { drops }),
  };
  return names.split(" ").map((name) => [name, option]);
}

/** `kind`, `kind?` and `kind...`. */
function readOperands(text: string): readonly Operand[] {
  const parts = text.split(" ").filter((part) => part !== "");
  return parts.map((part) => ({
    kind: part.replace(/\.{3}$|\?$/, "") as WordKind,
    many: part.endsWith("..."),
    optional: part.endsWith("?"),
  }));
}
