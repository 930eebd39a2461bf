import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { waitUntilClockPasses } from "../../../src/platform/writing/wait-past.ts";

test.each([
  ["beside a file of ours", "skills", "own/stamps"],
  ["a directory that is gone by then", "nowhere", "own/stamps"],
  ["without a place for a file of ours", "skills", "nowhere/stamps"],
])("[Y8] after the wait a change gets a later time: %s", (_, directory, own) => {
  const top = mkdtempSync(join(tmpdir(), "skillwright-wait-"));
  for (const name of ["skills", "own"]) mkdirSync(join(top, name));
  const changedAt = (name: string): number => {
    writeFileSync(join(top, "skills", name), "x");
    return nodeFiles.stamp(join(top, "skills", name))?.ctimeMs as number;
  };
  const before = changedAt("first");
  waitUntilClockPasses(before, [join(top, directory)], [join(top, own)]);
  expect(changedAt("second")).toBeGreaterThan(before);
  expect(readdirSync(top, { recursive: true }).sort()).toEqual(["own", "skills", "skills/first", "skills/second"]);
});
