/** Each archive of the hostile set gives exactly one finding and no file. */
import { describe, expect, test } from "vitest";
import { unpackArchive } from "../../../../src/install/fetch/archives/unpack.ts";
import { HOSTILE_TARS, type Hostile } from "./hostile-tar.ts";
import { HOSTILE_ZIPS } from "./hostile-zip.ts";

const FORMATS = [
  ["tar", HOSTILE_TARS],
  ["zip", HOSTILE_ZIPS],
] as const;

describe.each(FORMATS)("%s", (_, { paths, collisions, kinds, differentials, broken, bombs }) => {
  test.each(paths)("[Z1] %s", refused);
  test.each(collisions)("[Z1] %s", refused);
  test.each(kinds)("[Z7] %s", refused);
  test.each(differentials)("[Z6] %s", refused);
  test.each(broken)("[Z5] %s", refused);
  test.each(bombs)("[Z8] %s", refused);
});

function refused(...[, bytes, finding]: Hostile): void {
  const unpacked = unpackArchive(bytes);
  const findings = "refused" in unpacked ? unpacked.refused : [];
  expect(findings.map(({ code, message }) => `${code} ${message}`)).toEqual([finding]);
  expect(findings.filter(({ severity, help = "" }) => severity !== "error" || help === "")).toEqual([]);
}

test("[Z5] there are many of them", () => {
  const sets = [HOSTILE_TARS, HOSTILE_ZIPS].flatMap((set) => Object.values(set).flat());
  expect(sets.length).toBeGreaterThan(150);
  expect(new Set(sets.map(([, bytes]) => Buffer.from(bytes).toString("base64"))).size).toBe(sets.length);
});
