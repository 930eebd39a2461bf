/** Runs of a live evaluation, stored in a file, so that an interrupted evaluation repeats no paid request. */

import { isMap } from "../../model/schema.ts";
import { readLines } from "../../platform/files/read-lines.ts";
import { appendLine } from "../../platform/writing/append-line.ts";
import type { Run } from "./judge-runs.ts";

const MAX_LINE = 1 << 16;
const MAX_RUNS = 1_000_000;

export function readResults(path: string): Map<string, Run> {
  const known = new Map<string, Run>();
  try {
    for (const line of readLines(path, MAX_LINE)) {
      const read = line === undefined ? undefined : readResult(line);
      if (read && known.size < MAX_RUNS) known.set(read.key, read.run);
    }
  } catch {
    // Nothing was kept yet; where it cannot be, writing will say so.
  }
  return known;
}

export function keepResult(path: string, key: string, run: Run): void {
  appendLine(path, JSON.stringify({ key, ...run }));
}

function readResult(line: string): { key: string; run: Run } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isMap(value) || typeof value["key"] !== "string" || typeof value["triggered"] !== "boolean") return undefined;
  const { key, triggered, loaded, tokens } = value;
  if (!Array.isArray(loaded) || !loaded.every((each) => typeof each === "string") || !isMap(tokens)) return undefined;
  const { input, output } = tokens;
  if (typeof input !== "number" || typeof output !== "number") return undefined;
  return { key, run: { triggered, loaded, tokens: { input, output } } };
}
