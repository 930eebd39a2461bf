import { expect, test } from "vitest";
import { INSTALL_LIMITS } from "../../../src/model/skills/bundle.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { readDirectoryBundle } from "../../../src/trust/bundle/read-directory-bundle.ts";

test("a directory with more directories than a bundle may have files is refused", () => {
  const tree = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`/s/d${at}`, "directory"] as const));
  const read = (maxFiles: number): string[] => {
    const found = readDirectoryBundle("/s", memoryFiles({ ...tree, "/s/a": "x" }), { ...INSTALL_LIMITS, maxFiles });
    return "refused" in found ? found.refused.map(({ code, message }) => `${code} ${message}`) : [];
  };
  expect(read(5)).toEqual([]);
  expect(read(3)).toEqual([expect.stringMatching(/^SK642 .*more than 3 directories/)]);
});
