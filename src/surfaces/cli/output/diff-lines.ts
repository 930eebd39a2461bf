/** Prints the diff of two texts for a terminal. */

import { printableLine } from "../../../model/text/display/printable.ts";
import { patchText } from "../../../ops/answers/plans/patch-text.ts";
import type { Paint } from "./output.ts";

/** Returns the lines of the diff of two texts. `words` are the labels of the old and the new text. */
export function diffLines(name: string, before: string, after: string, words: readonly [string, string]): string[] {
  const [was, is] = words;
  return patchText(name, before, after, { before: was, after: is })
    .split("\n")
    .slice(1, -1)
    .filter((line) => !/^=+$/.test(line))
    .map(printableLine);
}

export function colourDiffLine(line: string, paint: Paint): string {
  if (line.startsWith("+")) return paint.green(line);
  return line.startsWith("-") ? paint.red(line) : line;
}
