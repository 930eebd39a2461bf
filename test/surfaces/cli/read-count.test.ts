/** Tests the count of reads that a terminal shows while an operation reads for more than one second. */
import { afterEach, expect, test, vi } from "vitest";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { withReadCount } from "../../../src/surfaces/cli/output/output.ts";

const { written } = vi.hoisted(() => ({ written: [] as string[] }));

vi.mock("../../../src/platform/processes/standard-streams.ts", () => ({
  writeFully: (descriptor: number, bytes: Buffer) => written.push(`${descriptor} ${bytes}`),
}));

const wasTerminal = process.stderr.isTTY;

/** Reads a directory 1,280 times. The clock advances by 100 milliseconds on every call. */
async function countReads({ isTerminal }: { readonly isTerminal: boolean }): Promise<string[]> {
  written.length = 0;
  process.stderr.isTTY = isTerminal;
  let now = 1_000_000;
  vi.spyOn(Date, "now").mockImplementation(() => {
    now += 100;
    return now;
  });
  await withReadCount(async () => {
    for (let at = 0; at < 1280; at++) nodeFiles.readDirectory(import.meta.dirname);
  });
  nodeFiles.readDirectory(import.meta.dirname);
  return written;
}

afterEach(() => {
  vi.restoreAllMocks();
  process.stderr.isTTY = wasTerminal;
});

test("[O20] after one second, a terminal shows how much was read, and the line goes away at the end", async () => {
  const lines = await countReads({ isTerminal: true });
  // The test runner reads the clock, too, so the numbers vary.
  expect(lines.length).toBeGreaterThanOrEqual(3);
  for (const line of lines.slice(0, -1))
    expect(line).toMatch(/^2 \rreading files and directories: \d+ so far\u001b\[K$/);
  expect(lines.at(-1)).toBe("2 \r\x1b[K");
});

test("[O20] without a terminal, nothing is shown", async () => {
  expect(await countReads({ isTerminal: false })).toEqual([]);
});
