import { createTwoFilesPatch, formatPatch } from "diff";

/** The labels of the old and the new text, and the number of context lines around each change. */
export interface PatchWords {
  readonly before?: string;
  readonly after?: string;
  readonly context?: number;
}

/** Maximum number of differing lines to compare, because finding the smallest diff takes quadratic time. */
const MAX_EDITS = 2000;

/** Returns the unified diff of two texts. If nearly everything changed, the diff contains both texts in full. */
export function patchText(path: string, before: string, after: string, words: PatchWords = {}): string {
  const { before: was, after: is, context } = words;
  const options = { maxEditLength: MAX_EDITS, ...(context === undefined ? {} : { context }) };
  return createTwoFilesPatch(path, path, before, after, was, is, options) ?? wholePatch(path, before, after, words);
}

function wholePatch(path: string, before: string, after: string, words: PatchWords): string {
  const [gone, come] = [linesOf(before), linesOf(after)];
  return formatPatch({
    index: path,
    oldFileName: path,
    newFileName: path,
    oldHeader: words.before,
    newHeader: words.after,
    hunks: [
      {
        oldStart: 1,
        oldLines: gone.length,
        newStart: 1,
        newLines: come.length,
        lines: [...signed("-", gone, before), ...signed("+", come, after)],
      },
    ],
  });
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Marks a missing final newline, as `diff` does. */
function signed(sign: "-" | "+", lines: readonly string[], text: string): string[] {
  const open = text === "" || text.endsWith("\n") ? [] : ["\\ No newline at end of file"];
  return [...lines.map((line) => sign + line), ...open];
}
