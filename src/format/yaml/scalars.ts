/**
 * Resolves an unquoted YAML scalar by YAML 1.2's core schema, with one difference. A text is a number only if the
 * number is printed exactly as written, so `1.0`, `007`, `1e3` and `2024-01-01` stay text.
 */
export function resolvePlain(text: string): unknown {
  if (text.length === 0) return null;
  const first = text.charCodeAt(0);
  if (isDigitOrSign(first)) return toNumber(text);
  // Only ~, n, N, t, T, f and F can start one of the words below.
  if (
    first === 126 ||
    first === 110 ||
    first === 78 ||
    first === 116 ||
    first === 84 ||
    first === 102 ||
    first === 70
  ) {
    return text.length > 5 ? text : WORDS.has(text) ? WORDS.get(text) : text;
  }
  return text;
}

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["~", null],
  ["null", null],
  ["Null", null],
  ["NULL", null],
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
]);

function isDigitOrSign(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 45;
}

function toNumber(text: string): number | string {
  if (text.length > 16) return text;
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text ? value : text;
}

/*
 * Quick readers for one-line values of frontmatter, without surrounding blanks. They never guess: if they are not sure,
 * they return `NEEDS_FULL_PARSER`.
 */

/** Marks a value that the full parser must read. */
export const NEEDS_FULL_PARSER: unique symbol = Symbol("give up");

/** Reads a quoted or plain scalar. */
export function readScalar(source: string): unknown {
  const first = source.charCodeAt(0);
  if (first === 34) return readDoubleQuoted(source);
  if (first === 39) return readSingleQuoted(source);
  return INDICATORS.has(first) || containsScalarEnd(source) ? NEEDS_FULL_PARSER : resolvePlain(source);
}

// Characters that make a scalar special if they are its first character: - ? : , [ ] { } # & * ! | > % @ ` (quotes are
// read elsewhere).
const INDICATORS: ReadonlySet<number> = new Set([..."-?:,[]{}#&*!|>%@`"].map((character) => character.charCodeAt(0)));
const COLON = 58;

/** Returns true if the text contains the end of a plain scalar: `: `, a final colon, or ` #`. */
export function containsScalarEnd(source: string): boolean {
  if (source.charCodeAt(source.length - 1) === COLON || source.includes(": ")) return true;
  // The search for `#` comes first, because nearly no value contains `#`. A search for ` #` would stop at every blank.
  return source.includes("#") && source.includes(" #");
}

/** Matches a quoted text whose escapes have the same meaning in JSON. */
const DOUBLE_QUOTED = /^"[^"\\]*(?:\\["\\/nt][^"\\]*)*"$/;

function readDoubleQuoted(source: string): unknown {
  if (!DOUBLE_QUOTED.test(source)) return NEEDS_FULL_PARSER;
  return source.includes("\\") ? JSON.parse(source) : source.slice(1, -1);
}

const SINGLE_QUOTED = /^'[^']*(?:''[^']*)*'$/;

function readSingleQuoted(source: string): unknown {
  if (!SINGLE_QUOTED.test(source)) return NEEDS_FULL_PARSER;
  return source.slice(1, -1).replaceAll("''", "'");
}

/**
 * Matches one item of a list and the comma or end after it. The item is quoted without escapes, or plain without
 * special characters.
 */
const ITEM =
  / *(?:"([^"\\]*)" *|'([^']*)' *|([^ \-?:,[\]{}#&*!|>%@`"'][^,[\]{}#"':]*(?::[^ ,[\]{}#"':][^,[\]{}#"':]*)*))(,|$)/y;

/** Reads a list in brackets, such as `[a, "b"]`. */
export function readFlowList(source: string): unknown {
  if (!source.endsWith("]")) return NEEDS_FULL_PARSER;
  const inner = source.slice(1, -1);
  const items: unknown[] = [];
  if (/^ *$/.test(inner)) return items;
  ITEM.lastIndex = 0;
  for (let more = true; more; ) {
    const item = ITEM.exec(inner);
    if (item === null) return NEEDS_FULL_PARSER;
    items.push(item[1] ?? item[2] ?? resolvePlain(trimEnd(item[3] as string)));
    more = item[4] === ",";
  }
  return items;
}

/** Removes trailing blanks. A regular expression would scan the inner blanks repeatedly. */
export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === SPACE) end--;
  return text.slice(0, end);
}

const SPACE = 32;

const JSON_TEXT = /"(?:[^"\\]|\\["\\/nt])*(?:"|$)/g;
/**
 * Matches the JSON text outside of strings, if the text has the same meaning in YAML: no fractions and no exponents.
 */
const JSON_REST = /^(?:[{}[\],: ]|true|false|null|(?<![\d-])(?:0|-?[1-9]\d{0,14})(?!\d))*$/;
/** Maximum characters of JSON in a value. Real values have far fewer, and this length is still read quickly. */
const MAX_JSON = 4096;
/**
 * Maximum depth of JSON in a value. It is half of the full parser's limit, because there are further levels around the
 * value.
 */
const MAX_JSON_DEPTH = 16;

/** Reads a mapping in JSON syntax, such as `{"a": ["b"]}`. */
export function readJsonMap(source: string): unknown {
  if (source.length > MAX_JSON) return NEEDS_FULL_PARSER;
  const rest = source.replace(JSON_TEXT, "");
  if (!JSON_REST.test(rest) || depthOf(rest) > MAX_JSON_DEPTH) return NEEDS_FULL_PARSER;
  try {
    return JSON.parse(source);
  } catch {
    return NEEDS_FULL_PARSER;
  }
}

function depthOf(rest: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of rest.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
