/**
 * Text patterns as data. A pattern is a list of small expressions that must match one after another in a line. Each
 * expression is searched once, from the end of the previous match. The cost is therefore at most the length of the line
 * times the number of expressions. No expression may contain an unbounded ambiguous repetition.
 */
import type { Finding } from "../../../model/rules/audit.ts";
import { finding } from "../finding.ts";
import type { AuditLine, TextFile } from "../material.ts";
import type { RuleCode } from "../rules.ts";

/**
 * Expressions that must match one after another in a line. `node scripts/audit-words.mjs` finds the words that every
 * matching line contains.
 */
export interface ExpressionSequence {
  readonly parts: readonly RegExp[];
}

export interface Pattern extends ExpressionSequence {
  readonly code: RuleCode;
  /** A clause for the finding that describes the match, such as `it downloads …`. */
  readonly message: string;
  /** The kinds of lines to which the pattern applies (default: all kinds). */
  readonly kinds?: readonly AuditLine["kind"][];
  /** Returns true for the files to which the pattern applies (default: all files). */
  readonly only?: (file: TextFile) => boolean;
  /** Matches lines to skip, because they only discuss or forbid the behaviour. */
  readonly unless?: RegExp;
}

/** Maximum findings of one rule in a file. Further findings would tell the user nothing new. */
const MAX_SHOWN = 3;

/** Returns the findings in these lines. Only the patterns that are listed with a line are tried on it. */
export function findPatterns(
  file: TextFile,
  lines: Iterable<readonly [AuditLine, ReadonlySet<ExpressionSequence>]>,
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

/** Returns at most one finding of each code in a line. */
function matchLine(file: TextFile, line: AuditLine, patterns: readonly Pattern[]): Map<RuleCode, Finding> {
  const found = new Map<RuleCode, Finding>();
  for (const { code, message, parts, kinds, unless } of patterns) {
    if (found.has(code) || (kinds && !kinds.includes(line.kind))) continue;
    const at = positionInOrder(line.text, parts);
    if (at === -1 || unless?.test(line.text)) continue;
    const column = line.column + at + 1;
    found.set(code, finding(code, { message, path: file.path, line: line.number, column, text: line.text, at }));
  }
  return found;
}

/** Returns the position of the first expression if all expressions match one after another; otherwise -1. */
export function positionInOrder(text: string, parts: readonly RegExp[]): number {
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
