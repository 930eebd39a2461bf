/** Recognizes legitimate invisible characters: in emoji, and in scripts whose letters join. */

/** Returns true if a script or an emoji needs this short sequence of invisible characters. */
export function needsInvisibleCharacters(text: string, offset: number, run: string): boolean {
  const before = lastPoint(text, offset);
  const after = text.slice(offset + run.length, offset + run.length + 2);
  const shape = run.replace(/\ufe0f/g, "");
  // Allows one variation selector after a visible character. The selector changes how this character is displayed.
  if (shape === "" || /^[\ufe00-\ufe0e]$/.test(shape)) return before !== "" && !/\s/.test(before);
  if (/^[\u{e0100}-\u{e01ef}]$/u.test(shape)) return /\p{Unified_Ideograph}/u.test(before);
  if (shape === "\u200d") return joinsEmoji(before, after) || joinsLetters(before, after);
  if (shape === "\u200c") return joinsLetters(before, after);
  if (/^[\u200e\u200f\u061c]$/.test(shape))
    return RIGHT_TO_LEFT.test(text.slice(Math.max(0, offset - 40), offset + 40));
  if (/^[\u180b-\u180f]$/.test(shape)) return /\p{Script=Mongolian}/u.test(before);
  return false;
}

const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}\ufe0f\u20e3]/u;

function joinsEmoji(before: string, after: string): boolean {
  return EMOJI.test(before) && EMOJI.test(after);
}

// Matches scripts whose letters join. Some words in these scripts need joiners.
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
// Excludes the Arabic letter mark. Unicode assigns it to the Arabic script, but it is invisible and is allowed only
// beside such letters.
const RIGHT_TO_LEFT = /(?!\u061c)[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

function joinsLetters(before: string, after: string): boolean {
  return JOINING.test(before) || JOINING.test(after);
}

function lastPoint(text: string, offset: number): string {
  const low = text.charCodeAt(offset - 1);
  return text.slice(low >= 0xdc00 && low <= 0xdfff ? offset - 2 : Math.max(0, offset - 1), offset);
}
