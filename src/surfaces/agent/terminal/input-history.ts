/**
 * The user's earlier input, newest first, for the arrow keys. The file is in the directory of the conversations and has
 * one JSON text per line.
 */
import type { Files } from "../../../api/index.ts";

export const MAX_STORED_INPUTS = 500;
const MAX_BYTES = 10_000_000;

export function inputHistoryPath(history: string): string {
  return `${history}/inputs.jsonl`;
}

/**
 * Returns the stored input. If the file is missing, too large or damaged, returns an empty list, because no other
 * feature depends on the history.
 */
export function readInputHistory(history: string, files: Files): string[] {
  const path = inputHistoryPath(history);
  try {
    const lines = new TextDecoder().decode(files.readFile(path, MAX_BYTES)).split("\n");
    return lines
      .slice(-MAX_STORED_INPUTS - 1)
      .flatMap(inputOf)
      .reverse();
  } catch (error) {
    if (error instanceof Error && "code" in error) return [];
    throw error;
  }
}

function inputOf(line: string): string[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "string" ? [value] : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
