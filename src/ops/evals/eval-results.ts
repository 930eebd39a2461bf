/**
 * Stores the runs of a live evaluation in a file. If an evaluation is interrupted, no paid request has to be repeated.
 */

import { boolean, number, object, parseJson, readShape, string, stringList } from "../../model/schema.ts";
import { readLines } from "../../platform/files/read-lines.ts";
import { appendLine } from "../../platform/writing/append-line.ts";
import type { EvalRun } from "./judge-runs.ts";

const MAX_LINE = 1 << 16;
const MAX_RUNS = 1_000_000;

export function readResults(path: string): Map<string, EvalRun> {
  const known = new Map<string, EvalRun>();
  try {
    for (const line of readLines(path, MAX_LINE)) {
      const read = line === undefined ? undefined : readResult(line);
      if (read && known.size < MAX_RUNS) known.set(read.key, read.run);
    }
  } catch {
    // If the file cannot be read, every request runs again. If the file cannot be written either, the write reports the
    // reason.
  }
  return known;
}

export function storeResult(path: string, key: string, run: EvalRun): void {
  appendLine(path, JSON.stringify({ key, ...run }));
}

const RESULT = object({
  key: string("the request and its settings"),
  triggered: boolean("whether the skill was loaded"),
  loaded: stringList("the skills that were loaded"),
  tokens: object({ input: number("tokens of the requests"), output: number("tokens of the answers") }),
});

function readResult(line: string): { key: string; run: EvalRun } | undefined {
  const result = readShape(parseJson(line), RESULT);
  if (result === undefined) return undefined;
  const { key, ...run } = result;
  return { key, run };
}
