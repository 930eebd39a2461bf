/** Tests the count of reads that a terminal shows while an operation reads for more than one second. */
import { expect, test } from "vitest";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { withReadCount } from "../../../src/surfaces/cli/output/output.ts";

test("[O20] the number of reads is shown every second, and not after the operation", async () => {
  const shown: number[] = [];
  let time = 1e15;
  const clock = (): number => {
    time += 100;
    return time;
  };
  const operate = async (): Promise<string> => {
    for (let at = 0; at < 1280; at++) nodeFiles.readDirectory(import.meta.dirname);
    return "result";
  };
  expect(await withReadCount(operate, clock, (reads) => shown.push(reads))).toBe("result");
  for (let at = 0; at < 1280; at++) nodeFiles.readDirectory(import.meta.dirname);
  expect(shown).toEqual([640, 1280]);
});
