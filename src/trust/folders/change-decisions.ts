import type { Files } from "../../platform/files/files.ts";
import { changeFiles } from "../../platform/writing/change-files.ts";
import { type DecisionFile, formatDecisions, readDecisionMap, readDecisions, refuseDamaged } from "./decisions.ts";

/**
 * Changes entries in a file with a map of decisions. The value `undefined` removes an entry. Throws SK530 if the file
 * is damaged.
 */
export function changeDecisionMap(
  file: DecisionFile,
  directory: string,
  changes: Iterable<readonly [key: string, value: string | undefined]>,
  files: Files,
): Promise<void> {
  const path = `${directory}/${file.name}`;
  return changeFiles([path], (locked) => {
    refuseDamaged(readDecisions(file, directory, files));
    const entries = new Map(readDecisionMap(file, directory, files));
    for (const [key, value] of changes)
      if (value === undefined) entries.delete(key);
      else entries.set(key, value);
    const sorted = Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
    locked.write(path, formatDecisions(file, sorted));
  });
}
