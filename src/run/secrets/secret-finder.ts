/**
 * Finds secret values in a text, however a program has encoded them. Programs differ in what they escape: Python's JSON
 * escapes every character outside of ASCII, PHP's escapes slashes, and URL functions leave different characters as they
 * are. Dumps break lines. So the text is decoded, and the decoded text is searched.
 */
import { formsOf } from "./secret-forms.ts";

type Range = readonly [from: number, to: number];

/** Minimum length of a value that is redacted inside of words. Shorter values are common words: `on`, `42`, `prod`. */
const MIN_ANYWHERE = 6;

/** Returns a function that replaces every value in a text with `mark`. It takes linear time. */
export function secretReplacer(values: readonly string[], mark: string): (text: string) => string {
  const all = values.map(formsOf);
  const texts = anyOf(
    all.flatMap((forms) => forms.texts),
    "g",
  );
  const searches: readonly (readonly [Decoder, RegExp | undefined])[] = [
    ...TEXT_DECODERS.map((decoder) => [decoder, texts] as const),
    [
      HEX_DUMP,
      anyOf(
        all.flatMap(({ hex }) => hex),
        "gi",
      ),
    ],
    [
      BASE64,
      anyOf(
        all.flatMap(({ base64 }) => base64),
        "g",
      ),
    ],
  ];
  return (text) => {
    const found = searches.flatMap(([decoder, pattern]) => (pattern ? findIn(text, decoder, pattern) : []));
    return found.length === 0 ? text : replaceRanges(text, found, mark);
  };
}

/**
 * How to decode a text: which parts of it are encoded, and what each part stands for. Decoding is repeated for texts
 * that were encoded several times.
 */
interface Decoder {
  readonly parts?: RegExp;
  decode?(part: string): string;
  readonly times?: number;
}

/** Matches one character in UTF-8, percent-encoded. */
const PERCENT =
  "%[0-7][\\da-f]|%[cd][\\da-f]%[89ab][\\da-f]|%e[\\da-f](?:%[89ab][\\da-f]){2}|%f[0-7](?:%[89ab][\\da-f]){3}";
const JSON_LETTERS: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

const AS_WRITTEN: Decoder = {};
const JSON_ESCAPES: Decoder = {
  parts: /\\(?:u[\da-f]{4}|["\\/bfnrt])/gi,
  decode: (part) =>
    part.length > 2
      ? String.fromCharCode(Number.parseInt(part.slice(2), 16))
      : (JSON_LETTERS[part[1] as string] ?? (part[1] as string)),
  times: 3,
};
const ADDRESS: Decoder = { parts: new RegExp(PERCENT, "gi"), decode: decodePercent, times: 2 };
const HTML_FORM: Decoder = {
  parts: new RegExp(`\\+|${PERCENT}`, "gi"),
  decode: (part) => (part === "+" ? " " : decodePercent(part)),
};
const TEXT_DECODERS = [AS_WRITTEN, JSON_ESCAPES, ADDRESS, HTML_FORM];
/** Removes the text that dumps write between bytes, as in `41:42`, `41 42`, `\x41\x42` and `0x41, 0x42`. */
const HEX_DUMP: Decoder = {
  parts: /(?<=[\da-f]{2})(?:\\x|,? ?0x|[:\s]{1,2})(?=[\da-f]{2})/gi,
  decode: () => "",
};
/** Removes the line breaks that most programs write after 76 characters, and replaces the characters of base64url. */
const BASE64: Decoder = {
  parts: /\\n|\r?\n|%2[bf]|[-_]/gi,
  decode: (part) => (/^(?:-|%2b)$/i.test(part) ? "+" : /^(?:_|%2f)$/i.test(part) ? "/" : ""),
};

function decodePercent(part: string): string {
  return Buffer.from(part.replaceAll("%", ""), "hex").toString();
}

/** Returns the ranges of the text that contain a match after decoding. */
function findIn(text: string, { parts, decode, times = 1 }: Decoder, pattern: RegExp): Range[] {
  if (parts === undefined || decode === undefined) return rangesOf(text, pattern);
  const found: Range[] = [];
  let view = text;
  let origin = (range: Range): Range => range;
  for (let time = 0; time < times; time++) {
    const decoded = decodeOnce(view, parts, decode);
    // If nothing was decoded, the text is the one that the previous round has searched.
    if (decoded.text === view && time > 0) break;
    const outer = origin;
    origin = (range) => outer(decoded.origin(range));
    view = decoded.text;
    found.push(...rangesOf(view, pattern).map(origin));
  }
  return found;
}

function rangesOf(text: string, pattern: RegExp): Range[] {
  return Array.from(text.matchAll(pattern), ({ 0: match, index }) => [index, index + match.length]);
}

/** A decoded part: its range in the text, and its range in the decoded text. */
interface Decoded {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

function decodeOnce(
  text: string,
  parts: RegExp,
  decode: (part: string) => string,
): { readonly text: string; origin(range: Range): Range } {
  const decoded: Decoded[] = [];
  const pieces: string[] = [];
  let [from, start] = [0, 0];
  for (const { 0: part, index } of text.matchAll(parts)) {
    const value = decode(part);
    pieces.push(text.slice(from, index), value);
    start += index - from;
    from = index + part.length;
    decoded.push({ from: index, to: from, start, end: start + value.length });
    start += value.length;
  }
  return {
    text: [...pieces, text.slice(from)].join(""),
    // The offset of the first character, and the offset after the last one.
    origin: ([first, end]) => [placeOf(decoded, first)[0], placeOf(decoded, end - 1)[1]],
  };
}

/** Returns the range in the text that one character of the decoded text stands for. */
function placeOf(decoded: readonly Decoded[], at: number): Range {
  let [low, high] = [0, decoded.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((decoded[middle] as Decoded).start <= at) low = middle + 1;
    else high = middle;
  }
  const last = decoded[low - 1];
  if (last === undefined) return [at, at + 1];
  if (at < last.end) return [last.from, last.to];
  const place = last.to + at - last.end;
  return [place, place + 1];
}

function replaceRanges(text: string, found: readonly Range[], mark: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const [from, to] of [...found].sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (from >= done) pieces.push(text.slice(done, from), mark);
    done = Math.max(done, to);
  }
  return [...pieces, text.slice(done)].join("");
}

/**
 * Returns a pattern for these texts; undefined if there are none. The longest texts come first, so that no part of a
 * long value remains. The pattern contains only literals, so matching takes linear time.
 */
function anyOf(texts: readonly string[], flags: string): RegExp | undefined {
  if (texts.length === 0) return undefined;
  const sorted = [...new Set(texts)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const parts = sorted.map((text) =>
    text.length < MIN_ANYWHERE ? `(?<![\\w-])${literal(text)}(?![\\w-])` : literal(text),
  );
  return new RegExp(parts.join("|"), flags);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
