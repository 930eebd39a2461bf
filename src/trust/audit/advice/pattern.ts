/**
 * Shapes in text, as data. A pattern is a row of small expressions that must follow one another in a line. Each of them
 * is searched once, from where the one before ended, so that no line costs more than its length times the number of parts:
 * no expression here may contain an unbounded repetition that can match in more than one way.
 */
import type { Finding } from "../../../model/rules/audit.ts";
import { finding } from "../finding.ts";
import type { Line, TextFile } from "../material.ts";
import type { RuleCode } from "../rules.ts";

/** Expressions that follow one another in a line. `node scripts/audit-words.mjs` finds the words that such a line has. */
export interface Expressions {
  readonly parts: readonly RegExp[];
}

export interface Pattern extends Expressions {
  readonly code: RuleCode;
  /** A clause on what is there: `it downloads …`. */
  readonly message: string;
  /** Where it counts; everywhere when absent. */
  readonly places?: readonly Line["place"][];
  /** Only in files of this kind. */
  readonly only?: (file: TextFile) => boolean;
  /** The line is about such things, or says not to. */
  readonly unless?: RegExp;
}

/** More of the same in one file says nothing new. */
const MAX_SHOWN = 3;

/** `lines` come with those of the patterns that each could have; the others are not even tried there. */
export function findPatterns(
  file: TextFile,
  lines: Iterable<readonly [Line, ReadonlySet<Expressions>]>,
  patterns: readonly Pattern[],
): Finding[] {
  const applicable = patterns.filter(({ only }) => only?.(file) ?? true);
  const counts = new Map<RuleCode, number>();
  const found: Finding[] = [];
  for (const [line, possible] of lines) {
    const here = applicable.filter((each) => possible.has(each));
    for (const [code, each] of matchLine(file, line, here)) {
      const count = (counts.get(code) ?? 0) + 1;
      counts.set(code, count);
      if (count <= MAX_SHOWN) found.push(each);
    }
  }
  return found;
}

/** At most one finding of a code in a line. */
function matchLine(file: TextFile, line: Line, patterns: readonly Pattern[]): Map<RuleCode, Finding> {
  const found = new Map<RuleCode, Finding>();
  for (const { code, message, parts, places, unless } of patterns) {
    if (found.has(code) || (places && !places.includes(line.place))) continue;
    const at = inOrder(line.text, parts);
    if (at === -1 || unless?.test(line.text)) continue;
    const column = line.column + at + 1;
    found.set(code, finding(code, { message, path: file.path, line: line.number, column, text: line.text, at }));
  }
  return found;
}

/** Where the first part stands, when all of them follow one another; else -1. */
export function inOrder(text: string, parts: readonly RegExp[]): number {
  let first = -1;
  let from = 0;
  for (const part of parts) {
    const match = part.exec(from === 0 ? text : text.slice(from));
    if (match === null) return -1;
    if (first === -1) first = match.index;
    from += match.index + match[0].length;
  }
  return first;
}
