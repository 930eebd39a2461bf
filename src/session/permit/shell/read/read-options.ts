/**
 * The words of a program, one after the other: what looks like an option may be another's value, so that only who knows them
 * all can say which is which. An unknown one ends the reading.
 */
import type { ShellWord } from "./line.ts";

/** What a program understands, each as the whole of a word; what it takes behind an option is never an option itself. */
export interface Options {
  /** Options without a value. */
  readonly plain: RegExp;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** The option that says where to, with its value in the same word or the next. */
  readonly into: RegExp;
  /** Options with which nothing is written. */
  readonly looks?: RegExp;
}

export interface Reading {
  readonly into: readonly string[];
  readonly looks: boolean;
  readonly operands: readonly string[];
}

/** undefined where a word is unknown, or is not known before it runs. */
export function readOptions(words: readonly ShellWord[], { plain, valued, into, looks }: Options): Reading | undefined {
  if (words.some(({ whole }) => !whole)) return undefined;
  const reading = { into: [] as string[], looks: false, operands: [] as string[] };
  for (let at = 1; at < words.length; at++) {
    const text = words[at]?.text ?? "";
    const inline = into.exec(text)?.[1];
    const value = inline || words[at + 1]?.text || "--";
    if (looks?.test(text)) reading.looks = true;
    else if (inline !== undefined || valued?.test(text)) {
      if (/^-./.test(value) && inline !== value) return undefined;
      if (inline !== undefined) reading.into.push(value);
      if (!inline) at++;
    } else if (!text.startsWith("-")) reading.operands.push(text);
    else if (!plain.test(text)) return undefined;
  }
  return reading;
}
