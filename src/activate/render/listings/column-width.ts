/**
 * Returns the width of a text in columns as Claude Code's runtime computes it, because its budget is in columns. The
 * character ranges were measured on that runtime, even those that are irregular.
 */

export function columnWidth(text: string): number {
  const shown = text.includes("\x1b") ? text.replace(COLOURS, "") : text;
  let width = shown.length;
  // Measures only runs of text that is not plain. Each run includes the plain character before it, because a combining
  // mark may change that character.
  for (const [run] of shown.matchAll(NOT_PLAIN)) {
    const wide = ALL_WIDE.exec(run);
    if (wide) {
      width += wide[1]?.length ?? 0;
      continue;
    }
    width -= run.length;
    for (const { segment } of SEGMENTER.segment(run))
      for (const cluster of segment.split(LONE_MODIFIER)) width += clusterWidth(cluster);
  }
  return width;
}

/**
 * Matches Latin, Greek, Cyrillic and punctuation. Each of these characters has one column, and no character combines
 * with another.
 */
const PLAIN =
  "\\x20-\\x7e\\u00a1-\\u00ac\\u00ae-\\u02ff\\u0391-\\u03ff\\u0400-\\u0482\\u048a-\\u052f\\u2010-\\u2027\\u2030-\\u203b";
const NOT_PLAIN = new RegExp(`[${PLAIN}]?[^${PLAIN}]+`, "g");
/** Kana, ideographs and Hangul syllables have two columns. */
const ALL_WIDE = new RegExp(`^[${PLAIN}]?([\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3]+)$`);

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });
const COLOURS = /\x1b\[[0-?]*[ -/]*[@-~]/g;
/** Matches the position before a skin tone that does not belong to the previous character. */
const LONE_MODIFIER = /(?<!\p{Emoji_Modifier_Base})(?=[\u{1f3fb}-\u{1f3ff}])/u;

function clusterWidth(cluster: string): number {
  const characters = [...cluster];
  const [first = ""] = characters;
  const rest = cluster.slice(first.length);
  if (rest === "") return characterWidth(first);
  if (/[\u{1f1e6}-\u{1f1ff}]/u.test(cluster) || cluster.includes(KEYCAP)) return 2;
  if (first > "\u203b" && /\p{Emoji}/u.test(first) && /[\u{1f3fb}-\u{1f3ff}]|\u200d/u.test(rest)) return 2;
  if (/[\ufe0e\ufe0f]/.test(rest))
    return characterWidth(first) === 2 || (rest.includes("\ufe0f") && first > "\x7f") ? 2 : 1;
  return characters.reduce((sum, character) => sum + characterWidth(character), 0);
}

const KEYCAP = "\u20e3";

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return isIn(ZERO, code) ? 0 : isIn(WIDE, code) ? 2 : 1;
}

/** The first and last code of each range, ascending. */
type Ranges = readonly (readonly [number, number])[];

function isIn(ranges: Ranges, code: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] as readonly [number, number];
    if (code < first) high = middle - 1;
    else if (code > last) low = middle + 1;
    else return true;
  }
  return false;
}

function rangesOf(text: string): Ranges {
  return text.split(" ").map((range): [number, number] => {
    const [first = "", last = first] = range.split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

const ZERO = rangesOf(
  "0-1f 7f-9f ad 300-36f 600-605 6dd 70f 8e2 900-902 93a-93c 93e-94d 951-957 962-963 980-982 9ba-9bc 9be-9cd " +
    "9d1-9d7 9e2-9e3 a00-a02 a3a-a3c a3e-a4d a51-a57 a62-a63 a80-a82 aba-abc abe-acd ad1-ad7 ae2-ae3 b00-b02 " +
    "b3a-b3c b3e-b4d b51-b57 b62-b63 b80-b82 bba-bbc bbe-bcd bd1-bd7 be2-be3 c00-c02 c3a-c3c c3e-c4d c51-c57 " +
    "c62-c63 c80-c82 cba-cbc cbe-ccd cd1-cd7 ce2-ce3 d00-d02 d3a-d3c d3e-d4d e31 e34-e3a e47-e4e eb1 eb4-ebc " +
    "ec8-ecd 1ab0-1aff 1dc0-1dff 200b-200f 2060-2064 20d0-20e2 20e4-20ff fe00-fe0f fe20-fe2f feff e0000-e007f " +
    "e0100-e01ef",
);
const WIDE = rangesOf(
  "1100-115f 20e3 231a-231b 2329-232a 23e9-23ec 23f0 23f3 25fd-25fe 2614-2615 2648-2653 267f 2693 26a1 " +
    "26aa-26ab 26bd-26be 26c4-26c5 26ce 26d4 26ea 26f2-26f3 26f5 26fa 26fd 2705 270a-270b 2728 274c 274e " +
    "2753-2755 2757 2795-2797 27b0 27bf 2b1b-2b1c 2b50 2b55 2e80-2e99 2e9b-2ef3 2f00-2fd5 2ff0-303e 3041-3096 " +
    "3099-30ff 3105-312f 3131-318e 3190-31e3 31ef-321e 3220-3247 3250-4dbf 4e00-a48c a490-a4c6 a960-a97c " +
    "ac00-d7a3 f900-faff fe10-fe19 fe30-fe52 fe54-fe66 fe68-fe6b ff01-ff60 ffe0-ffe6 16fe0-16fe4 16ff0-16ff1 " +
    "17000-187f7 18800-18cd5 18d00-18d08 1aff0-1aff3 1aff5-1affb 1affd-1affe 1b000-1b122 1b132 1b150-1b152 1b155 " +
    "1b164-1b167 1b170-1b2fb 1f004 1f0cf 1f18e 1f191-1f19a 1f200-1f202 1f210-1f23b 1f240-1f248 1f250-1f251 " +
    "1f260-1f265 1f300-1f320 1f32d-1f335 1f337-1f37c 1f37e-1f393 1f3a0-1f3ca 1f3cf-1f3d3 1f3e0-1f3f0 1f3f4 " +
    "1f3f8-1f43e 1f440 1f442-1f4fc 1f4ff-1f53d 1f54b-1f54e 1f550-1f567 1f57a 1f595-1f596 1f5a4 1f5fb-1f64f " +
    "1f680-1f6c5 1f6cc 1f6d0-1f6d2 1f6d5-1f6d7 1f6dc-1f6df 1f6eb-1f6ec 1f6f4-1f6fc 1f7e0-1f7eb 1f7f0 1f90c-1f93a " +
    "1f93c-1f945 1f947-1f9ff 1fa70-1fa7c 1fa80-1fa88 1fa90-1fabd 1fabf-1fac5 1face-1fadb 1fae0-1fae8 1faf0-1faf8 " +
    "20000-2fffd 30000-3fffd",
);
