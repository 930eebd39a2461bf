/**
 * Finds the lines that match a model's pattern. The pattern runs in a separate VM context with a time limit. Only such
 * a limit can interrupt a regular expression.
 */
import { createContext, Script } from "node:vm";

/** Time limit for the lines of one file. */
const TIMEOUT_MS = 500;
/** Maximum length of a line. Lines that people write are shorter. */
const MAX_LINE = 10_000;

export class PatternTimeout extends Error {}

export interface LineMatch {
  readonly line: number;
  readonly text: string;
}

export type LineMatcher = (text: string, most: number) => LineMatch[];

/** Returns a matcher for a pattern. Throws a SyntaxError if the pattern is invalid. */
export function makeLineMatcher(pattern: string, ignoreCase: boolean): LineMatcher {
  const context = createContext(
    Object.assign(Object.create(null), {
      expression: new RegExp(pattern, ignoreCase ? "iu" : "u"),
      lines: [],
      most: 0,
    }),
  );
  return (text, most) => {
    context["lines"] = text.split("\n").map((line) => line.slice(0, MAX_LINE));
    context["most"] = most;
    try {
      const found: unknown = MATCH.runInContext(context, { timeout: TIMEOUT_MS });
      return found as LineMatch[];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      throw new PatternTimeout("the pattern takes too long to match; write a simpler one");
    }
  };
}

const MATCH = new Script(`(() => {
  const found = [];
  for (let at = 0; at < lines.length && found.length < most; at++)
    if (expression.test(lines[at])) found.push({ line: at + 1, text: lines[at] });
  return found;
})()`);
