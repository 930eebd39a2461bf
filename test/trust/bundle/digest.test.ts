import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { digestBundle, digestDirectory } from "../../../src/trust/bundle/digest.ts";
import { type Entries, makeTree } from "../../tree.ts";

type Bytes = Record<string, string | Uint8Array>;

function inMemory(files: Bytes): string {
  return digestDirectory(
    "/s",
    memoryFiles({
      "/s": "directory",
      ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`/s/${path}`, Buffer.from(content)])),
    }),
  );
}

function onDisk(entries: Entries): string {
  const tree = makeTree({
    s: { special: "directory" },
    ...Object.fromEntries(Object.entries(entries).map(([path, entry]) => [`s/${path}`, entry])),
  });
  return digestDirectory(tree.at("s"));
}

describe("what it is", () => {
  test("[C13] its bytes are these, so that it never changes unnoticed", () => {
    const sha256 = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
    expect(inMemory({})).toBe(sha256("skillwright-directory-1\n"));
    expect(inMemory({ "SKILL.md": "ab", a: "" })).toBe(sha256("skillwright-directory-1\n8:SKILL.md-2:ab1:a-0:"));
  });

  test("[C13] a directory in memory and one on disk have the same digest", () => {
    const files = { "SKILL.md": "---\n", "scripts/a.sh": "#!/bin/sh\n", "é.txt": "", "a/b/c": "d" };
    expect(onDisk(files)).toBe(inMemory(files));
  });

  test("[C13] a directory in memory never changes, and is read once", () => {
    let reads = 0;
    const bundle = {
      get files() {
        reads++;
        return [{ path: "SKILL.md", bytes: Buffer.from("ab"), executable: false }];
      },
    };
    expect([digestBundle(bundle), digestBundle(bundle), reads]).toEqual([
      inMemory({ "SKILL.md": "ab" }),
      inMemory({ "SKILL.md": "ab" }),
      1,
    ]);
  });

  test("[C13] where it stands and in what order it was made do not matter", () => {
    expect(onDisk({ "b/x": "1", a: "2", B: "3" })).toBe(onDisk({ B: "3", a: "2", "b/x": "1" }));
  });
});

describe("different trees", () => {
  const pairs: [string, Bytes, Bytes][] = [
    ["a byte moves from one file to the next", { a: "xy", b: "z" }, { a: "x", b: "yz" }],
    ["a letter moves from content to name", { ab: "c" }, { a: "bc" }],
    ["two files or one", { a: "1", b: "2" }, { a: "1b2" }],
    ["a separator in the content", { a: "1\n1:b-1:2" }, { a: "1", b: "2" }],
    ["what looks like a record", { a: "x1:b-1:y" }, { a: "x", b: "y" }],
    ["a directory or a longer name", { "a/b": "" }, { "a-b": "" }],
    ["an empty file more", { a: "" }, { a: "", b: "" }],
    ["nothing or an empty file", {}, { a: "" }],
    ["names in another case", { a: "" }, { A: "" }],
    ["composed or not", { é: "" }, { "e\u0301": "" }],
    ["contents changed over", { a: "1", b: "2" }, { a: "2", b: "1" }],
    ["line ends", { a: "\n" }, { a: "\r\n" }],
    ["a NUL", { a: "x" }, { a: "x\0" }],
    ["a number that could be a length", { "1:a": "" }, { "1": ":a" }],
  ];

  test.each(pairs)("[C13] %s", (_, one, two) => {
    expect(inMemory(one)).not.toBe(inMemory(two));
  });

  const name = fc.stringMatching(/^[ab1:x-]{1,4}$/);
  const content = fc.string({ unit: fc.constantFrom("a", "b", "1", ":", "-", "x", "\n"), maxLength: 6 });
  const tree = fc.dictionary(name, content, { maxKeys: 4, noNullPrototype: true });

  test("[C13] never the same digest for two different trees", () => {
    fc.assert(
      fc.property(tree, tree, (one, two) => {
        const same = JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(two).sort());
        expect(inMemory(one) === inMemory(two)).toBe(same);
      }),
      { numRuns: 2000, seed: 20260101 },
    );
  });

  test("[C13] never the same digest when a boundary shifts", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "1", ":", "-", "x"), minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(text, fc.nat(11), fc.nat(11), (whole, first, second) => {
        const cut = (at: number): Bytes => ({
          a: whole.slice(0, at % whole.length),
          b: whole.slice(at % whole.length),
        });
        fc.pre(first % whole.length !== second % whole.length);
        expect(inMemory(cut(first))).not.toBe(inMemory(cut(second)));
      }),
      { numRuns: 2000, seed: 20260101 },
    );
  });
});

describe("mode, order and what is refused", () => {
  test.each([
    [0o644, 0o600, true],
    [0o644, 0o666, true],
    [0o755, 0o700, true],
    [0o755, 0o4755, true],
    [0o644, 0o645, true],
    [0o644, 0o744, false],
    [0o644, 0o755, false],
  ])("[C13] modes %o and %o give the same digest: %j", (one, two, same) => {
    const of = (mode: number): string => onDisk({ "run.sh": { content: "x", mode } });
    expect(of(one) === of(two)).toBe(same);
  });

  test("[C13] paths are sorted by their bytes, not by UTF-16 units or a locale", () => {
    // U+FFFD sorts behind U+1F600 in UTF-16 and before it in UTF-8; `a` and `B` change places in most locales.
    const names = ["\ufffd", "\u{1f600}", "a", "B", "ä", "a/b", "a.b", "a-b"].filter((each) => each !== "a");
    const read: string[] = [];
    const files = memoryFiles({
      "/s": "directory",
      ...Object.fromEntries(names.map((each) => [`/s/${each}`, Buffer.from("")])),
    });
    digestDirectory("/s", {
      ...files,
      readFile(path, maxBytes) {
        read.push(path.slice(3));
        return files.readFile(path, maxBytes);
      },
    });
    expect(read).toEqual([...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  test.each<[string, Entries, string]>([
    ["a link", { "a/l": { link: "../SKILL.md" } }, "is a link"],
    ["a broken link", { l: { link: "nowhere" } }, "is a link"],
    ["a link to a directory", { l: { link: "." } }, "is a link"],
    ["a FIFO", { pipe: { special: "fifo" } }, "is a special file"],
  ])("[C13] %s is refused", (_, entries, words) => {
    let thrown: unknown;
    try {
      onDisk({ "SKILL.md": "x", ...entries });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      name: "OperationError",
      code: "SK304",
      message: expect.stringContaining(words),
      hint: "a digest covers only real files; replace it by a copy",
    });
  });

  test.each([
    ["too many files", { maxFiles: 2, maxBytes: 100 }],
    ["too many bytes", { maxFiles: 100, maxBytes: 5 }],
  ])("[C13] %s are refused", (_, limits) => {
    const files = memoryFiles({ "/s/a": Buffer.from("123"), "/s/b": Buffer.from("123"), "/s/c": Buffer.from("1") });
    expect(() => digestDirectory("/s", files, limits)).toThrowError(
      expect.objectContaining({ name: "OperationError", code: "SK304" }),
    );
  });

  test("[C13] without other limits a directory may have 10,000 files and 256 MiB", () => {
    const asked: number[] = [];
    const files = memoryFiles({ "/s/a": Buffer.from("123"), "/s/b": Buffer.from("12") });
    const readFile = (path: string, maxBytes: number): Uint8Array => {
      asked.push(maxBytes);
      return files.readFile(path, maxBytes);
    };
    digestDirectory("/s", { ...files, readFile });
    expect(asked).toEqual([268_435_456, 268_435_453]);
    const names = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at));
    const withFiles = (count: number) => ({
      ...files,
      readDirectory: () => ({ ...files.readDirectory("/s"), files: names(count) }),
      readFile: () => new Uint8Array(),
      lstat: () => files.lstat("/s/a"),
    });
    expect(digestDirectory("/s", withFiles(10_000))).toMatch(/^sha256:/);
    expect(() => digestDirectory("/s", withFiles(10_001))).toThrowError("has more than 10000 files");
  });

  test("[C13] a name that is not UTF-8 is digested or refused, not an accident", () => {
    const tree = makeTree({ "s/SKILL.md": "x" });
    writeFileSync(Buffer.concat([Buffer.from(`${tree.at("s")}/`), Buffer.from([0x61, 0xff])]), "y");
    expect(() => digestDirectory(tree.at("s"), nodeFiles)).toThrowError(
      expect.objectContaining({ name: "OperationError", code: "SK304" }),
    );
  });
});
