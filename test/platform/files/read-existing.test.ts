import { expect, test } from "vitest";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { readExisting } from "../../../src/platform/files/read-text.ts";

const files = memoryFiles({ "/a": "text", "/dangling": { link: "/nowhere" } });

test("[SF3] a file that another process creates between two reads is read, and not taken for damaged", () => {
  let reads = 0;
  const racing = {
    ...files,
    readFile: (path: string, maxBytes: number) => files.readFile(reads++ === 0 ? "/not-yet" : path, maxBytes),
  };
  expect(Buffer.from(readExisting("/a", 10, racing) ?? []).toString()).toBe("text");
  expect(reads).toBe(2);
});

test("[SF3] a missing file is undefined; a link that leads nowhere and a fault of ours are errors", () => {
  expect(readExisting("/none", 10, files)).toBeUndefined();
  expect(() => readExisting("/dangling", 10, files)).toThrow(expect.objectContaining({ code: "ENOENT" }));
  const faulty = {
    ...files,
    readFile: () => {
      throw new TypeError("ours");
    },
  };
  expect(() => readExisting("/none", 10, faulty)).toThrow("ours");
});
