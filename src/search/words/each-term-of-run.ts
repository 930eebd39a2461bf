/**
 * Converts text of a language that writes no spaces, such as Chinese, into terms. Each pair of characters is a term, and
 * so is the English translation of each known word. The longest known word wins.
 */
import chineseWords from "./chinese-words.json" with { type: "json" };
import { stemWord } from "./stem.ts";

export function eachTermOfRun(run: string, visit: (term: string) => void): void {
  if (run.length === 1) visit(run);
  for (let at = 0; at + 1 < run.length; at++) visit(run.slice(at, at + 2));
  for (let at = 0; at < run.length; ) {
    const known = longestAt(run, at);
    known?.english.forEach(visit);
    at += known?.word.length ?? 1;
  }
}

interface Known {
  readonly word: string;
  /** The English words as stems. */
  readonly english: readonly string[];
}

/** Known words by their first character, the longest first. */
let glossary: ReadonlyMap<number, readonly Known[]> | undefined;

function longestAt(run: string, at: number): Known | undefined {
  glossary ??= readGlossary();
  return glossary.get(run.charCodeAt(at))?.find(({ word }) => run.startsWith(word, at));
}

/**
 * `chinese-words.json` has common English words and the Chinese words with the same meaning, in simplified characters
 * and in common traditional or Japanese forms. A Chinese word may belong to several English words.
 */
function readGlossary(): Map<number, Known[]> {
  const english = new Map<string, string[]>();
  for (const [meaning, words] of Object.entries(chineseWords))
    for (const word of words) english.set(word, [...(english.get(word) ?? []), stemWord(meaning)]);
  const byFirst = new Map<number, Known[]>();
  for (const [word, meanings] of english) {
    const first = word.charCodeAt(0);
    byFirst.set(first, [...(byFirst.get(first) ?? []), { word, english: meanings }]);
  }
  for (const known of byFirst.values()) known.sort((a, b) => b.word.length - a.word.length);
  return byFirst;
}
