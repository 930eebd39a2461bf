/**
 * Finds the places where a description may be cut so that the remaining text reads as English: after a sentence, a
 * clause or a phrase.
 */
import { LITTLE_WORDS } from "../../../model/text/little-words.ts";

/** The kind of place at which a text is cut. A text cannot end at an opening, such as "Use when you want to". */
export type BreakGrade = "sentence" | "clause" | "phrase" | "opening";

export interface PhraseBreak {
  /** Offset at which the text may end. No comma or other loose punctuation is directly before it. */
  readonly end: number;
  /** Offset at which the next phrase begins. */
  readonly next: number;
  readonly grade: BreakGrade;
}

/** Returns the text without list marks, Markdown, tags and unpaired brackets. */
export function plainText(text: string): string {
  const plain = text
    .replace(/!?\[([^\][]*)\]\([^()\s]*\)/g, "$1")
    .replace(/<\/?[a-z][^<>]{0,100}>/gi, "")
    .replace(/`+|\*\*+|__+|~~+/g, "")
    .replace(/(?<!\S)\*(?=\S)|(?<=\S)\*(?!\S)/g, "");
  return removeUnpairedBrackets(withoutListMarks(plain))
    .replace(/\s{2,}/g, " ")
    .trim();
}

/** Returns the places where the text may be cut, in order. The last place is the end of the text. */
export function findBreaks(text: string): PhraseBreak[] {
  const breaks: PhraseBreak[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  const add = (at: number, next: number, grade: BreakGrade): void => {
    const end = trimmedEnd(text, at);
    if (end <= start) return;
    breaks.push({ end, next, grade });
    start = next;
    if (grade === "sentence") addOpening();
  };
  const addOpening = (): void => {
    OPENING.lastIndex = start;
    const length = OPENING.exec(text)?.[0].length;
    if (length !== undefined) add(start + length, start + length, "opening");
  };
  addOpening();
  for (const { 0: found, index } of text.matchAll(PREPOSITIONS)) {
    if (found === " (") {
      if (depth === 0 && !quoted) add(index, index + 1, "clause");
      depth++;
    } else if (CLOSES.has(found)) depth++;
    else if (CLOSED.has(found)) depth--;
    else if (found === '"') quoted = !quoted;
    else if (depth > 0 || quoted) continue;
    else if (/^[.!?;] $/.test(found)) {
      if (found === ". " && ABBREVIATION.test(text.slice(Math.max(0, index - 6), index))) continue;
      add(index, index + 2, "sentence");
    } else if (/^[\u3002\uff01\uff1f\uff1b]$/.test(found)) add(index + 1, index + 1, "sentence");
    else if (/^ [a-z]/i.test(found)) {
      const before = WORD_BEFORE.exec(text.slice(Math.max(0, index - 24), index))?.[0] ?? "";
      if (!isOpen(before)) add(index, index + 1, "phrase");
    } else add(index, index + found.length, "clause");
  }
  add(text.length, text.length, "sentence");
  return breaks;
}

const CLOSES = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["\uff08", "\uff09"],
  ["【", "】"],
  ["《", "》"],
  ["「", "」"],
  ["『", "』"],
  ["“", "”"],
]);
const CLOSED: ReadonlySet<string> = new Set(CLOSES.values());
const PREPOSITIONS =
  /[.!?;] |[\u3002\uff01\uff1f\uff1b]|, |[\uff0c\u3001]| [-–—]+ |—| \(| (?:and|or|for|with|when|whenever|from|in|on|by|to|into|across|using|including|which|that|via|through|without|where|while|if|as)(?= )|["()[\]{}\uff08\uff09【】《》「」『』“”]/gi;
const OPENING =
  /(?:use|this skill (?:should|must|can) be used|invoke|activate|trigger|apply|load)(?: (?:this|the|it))?(?: skill)? (?:for (?!(?:the|an?|any|all|this|that) )|(?:to|(?:when|whenever|if) (?:(?:the user|users|a user|you) (?:explicitly )?)?(?:wants?|needs?|asks?(?: (?:you|for help|claude))?|asked|has|have|would like|requests?) to) )/iy;

/**
 * Removes last words, such as "for the", after which an English reader expects more. The first word is never removed.
 */
export function trimIncompletePhrase(text: string): string {
  const words = text.split(" ");
  while (words.length > 1 && isOpen(words.at(-1) as string)) words.pop();
  return words.join(" ");
}

function isOpen(word: string): boolean {
  return LITTLE_WORDS.has(word.toLowerCase()) || NEEDS_MORE.has(word.toLowerCase());
}

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|approx|no|dr|mr|ms|st|[a-z])$/i;
const WORD_BEFORE = /[\p{L}\p{N}'’]+$/u;
/** Words after which an English reader expects more. */
const NEEDS_MORE: ReadonlySet<string> = new Set(
  (
    "skill skills followed user users asks ask asked asking wants wanted wanting needs needed needing says said mentions able such e.g how used useful " +
    "related based depending rather according due helps helping requires required designed intended applied applies involves both " +
    "either between each every whether else etc"
  ).split(" "),
);

/** Characters that must not be at the end of a shortened text. */
const LOOSE_END = /[\s,;:.\uff0c\u3001\u3002\uff1b\uff1a–—(/&-]/;

function trimmedEnd(text: string, at: number): number {
  let end = at;
  while (end > 0 && LOOSE_END.test(text[end - 1] as string)) end--;
  return end;
}

/**
 * Removes list marks and makes each item of a list a sentence. A number is a list mark at the start of the text, after
 * punctuation, or if the number continues a list.
 */
function withoutListMarks(text: string): string {
  let expected = Number.POSITIVE_INFINITY;
  return text.replace(LIST_MARK, (found, before: string, space: string, number: string | undefined) => {
    const opens = before === "" || /[.:;!?,\u3002\uff1a\uff1b\uff0c]/.test(before);
    if (number === undefined) {
      if (!opens && /[-–—|>+]/.test(found)) return found;
    } else {
      const bracketed = found.includes(")");
      if (!opens && !bracketed && Number(number) !== expected) return found;
      expected = Number(number) + 1;
    }
    if (before === "") return "";
    return opens || (number !== undefined && found.includes(")")) ? `${before}${space}` : `${before};${space}`;
  });
}

const LIST_MARK = /(^|\S)(^|\s+)(?:\(?(\d{1,2})(?:\.|\))|\([a-hivx]{1,3}\)|#{1,6}|[-–*+•·▪◦>|])(?=\s)/gi;

/** Removes brackets and quotation marks that have no partner. */
export function removeUnpairedBrackets(text: string): string {
  const unpaired = new Set<number>();
  const open: { readonly at: number; readonly close: string }[] = [];
  let quote: number | undefined;
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    const close = CLOSES.get(mark);
    if (mark === '"') {
      const opens = index === 0 || /[\s([{:/“-]/.test(text[index - 1] as string);
      if (!opens && quote === undefined) unpaired.add(index);
      if (opens && quote !== undefined) unpaired.add(quote);
      quote = opens ? index : undefined;
    } else if (close !== undefined) open.push({ at: index, close });
    else if (open.at(-1)?.close === mark) open.pop();
    else unpaired.add(index);
  }
  for (const { at } of open) unpaired.add(at);
  if (quote !== undefined) unpaired.add(quote);
  if (unpaired.size === 0) return text;
  return text.replace(MARKS, (mark, at: number) => (unpaired.has(at) ? "" : mark));
}

const MARKS = /["()[\]{}\uff08\uff09【】《》「」『』“”]/g;
