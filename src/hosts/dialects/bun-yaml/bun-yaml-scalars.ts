/**
 * Resolves a plain scalar as Bun does: the core schema of YAML 1.2 with a few differences. The result does not depend
 * on the context of the scalar.
 */

export type Scalar = null | boolean | number | string;

/** The effect of a tag on a plain scalar; `other` is every tag outside of the schema. */
export type PlainTag = "none" | "unspecific" | "bool" | "int" | "float" | "null" | "str" | "other";

const TAGS: Readonly<Record<string, PlainTag>> = {
  bool: "bool",
  int: "int",
  float: "float",
  null: "null",
  str: "str",
};

const LITERALS: ReadonlyMap<string, null | boolean> = new Map([
  ...["~", "null", "Null", "NULL"].map((word): [string, null] => [word, null]),
  ...["true", "True", "TRUE"].map((word): [string, boolean] => [word, true]),
  ...["false", "False", "FALSE"].map((word): [string, boolean] => [word, false]),
]);

const DECIMAL = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const RADIX = /^([-+]?)(0x[0-9a-fA-F]+|0o[0-7]+)$/;
const INFINITE = /^([-+]?)\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;

/** The largest integer in another base. A larger integer does not fit into 64 bits and stays text. */
const MAX_WHOLE = 0xffff_ffff_ffff_ffffn;

/** Maximum characters of an integer in another base. Longer text is never a number. */
const MAX_RADIX_LENGTH = 1000;

export function tagNamed(shorthand: string): PlainTag {
  return Object.hasOwn(TAGS, shorthand) ? (TAGS[shorthand] ?? "other") : "other";
}

export function resolveBunPlain(text: string, tag: PlainTag): Scalar {
  const literal = LITERALS.get(text);
  if (literal === null) return tag === "none" || tag === "null" ? null : text;
  if (literal !== undefined) return tag === "none" || tag === "bool" ? literal : text;
  if (tag !== "none" && tag !== "int" && tag !== "float") return text;
  return readNumber(text) ?? text;
}

/** Returns the value of an empty node with a tag. */
export function resolveEmpty(tag: PlainTag): null | string {
  return tag === "unspecific" || tag === "str" ? "" : null;
}

function readNumber(text: string): number | undefined {
  if (DECIMAL.test(text)) return Number(text);
  const infinite = INFINITE.exec(text);
  if (infinite !== null) return infinite[1] === "-" ? -Infinity : Infinity;
  if (NOT_A_NUMBER.test(text)) return Number.NaN;
  const radix = text.length > MAX_RADIX_LENGTH ? null : RADIX.exec(text);
  if (radix === null) return undefined;
  const whole = BigInt(radix[2] ?? 0);
  if (whole > MAX_WHOLE) return undefined;
  return radix[1] === "-" ? -Number(whole) : Number(whole);
}
