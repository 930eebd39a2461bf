/**
 * What an unquoted YAML scalar means: YAML 1.2's core schema with one difference. A number is a number only when it
 * prints back exactly as it was written, so `1.0`, `007`, `1e3` and `2024-01-01` stay the text that somebody meant.
 */
export function resolvePlain(text: string): unknown {
  if (text.length === 0) return null;
  const first = text.charCodeAt(0);
  if (isDigitOrSign(first)) return toNumber(text);
  // Only ~, n, N, t, T, f and F can begin one of the words below.
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
