import { describe, expect, test } from "vitest";
import { listBundle, readDirectoryResource } from "../../../src/activate/prepare/resources.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { denying, makeTree, skill } from "../../tree.ts";

describe("[Q7] the files of a skill", () => {
  test("scripts, references and assets come first, then the rest, each with its size", () => {
    const tree = makeTree({
      "s/SKILL.md": skill("s"),
      "s/LICENSE": "MIT",
      "s/assets/logo.svg": "<svg/>",
      "s/references/deep/b.md": "bb",
      "s/references/a.md": "a",
      "s/scripts/run.sh": "echo\n",
      "s/data/x.csv": "1,2",
      "s/.hidden": "no",
      "s/.git/config": "no",
      "s/node_modules/dep/index.js": "no",
      "s/inner/SKILL.md": skill("inner"),
      "s/inner/scripts/theirs.sh": "no",
    });
    expect(listBundle(tree.at("s"), tree.files)).toEqual({
      resources: [
        { path: "scripts/run.sh", bytes: 5 },
        { path: "references/a.md", bytes: 1 },
        { path: "references/deep/b.md", bytes: 2 },
        { path: "assets/logo.svg", bytes: 6 },
        { path: "LICENSE", bytes: 3 },
        { path: "data/x.csv", bytes: 3 },
      ],
      more: 0,
    });
  });

  test("at most fifty files are named, and the others are counted", () => {
    const names = Array.from({ length: 60 }, (_, index) => `s/scripts/${String(index).padStart(2, "0")}.sh`);
    const tree = makeTree(Object.fromEntries(names.map((name) => [name, "x"])));
    const { resources, more } = listBundle(tree.at("s"), tree.files);
    expect([resources.length, resources.at(-1)?.path, more]).toEqual([50, "scripts/49.sh", 10]);
  });

  test("symlinks inside the skill are listed as files, and other symlinks and special files are not", () => {
    const tree = makeTree({
      "s/SKILL.md": skill("s"),
      "s/real.md": "real",
      "s/inside.md": { link: "real.md" },
      "s/outside.md": { link: "../secret" },
      "s/broken.md": { link: "nothing" },
      "s/up": { link: ".." },
      "s/pipe": { special: "fifo" },
      secret: "secret",
    });
    expect(listBundle(tree.at("s"), tree.files).resources.map(({ path }) => path)).toEqual(["inside.md", "real.md"]);
  });

  test("a directory that is missing or unreadable has no files", () => {
    const tree = makeTree({ "s/SKILL.md": skill("s"), "s/scripts/a.sh": "a", "s/b.md": "b" });
    expect(listBundle(tree.at("gone"), tree.files)).toEqual({ resources: [], more: 0 });
    const closed = denying(tree.files, [tree.at("s/scripts")]);
    expect(listBundle(tree.at("s"), closed).resources).toEqual([{ path: "b.md", bytes: 1 }]);
  });
});

describe("[Q7] reading a file of a skill", () => {
  const tree = makeTree({
    "skills/s/SKILL.md": skill("s"),
    "skills/s/scripts/run.sh": "echo hi\n",
    "skills/s/references/long.md": `${"é".repeat(10)}\nend`,
    "skills/s/bad.txt": new Uint8Array([0x61, 0xe9, 0x62]),
    "skills/s/bytes.bin": new Uint8Array([1, 0, 2, 0]),
    "skills/s/empty.txt": "",
    "skills/s/inside.sh": { link: "scripts/run.sh" },
    "skills/s/outside.txt": { link: "../../secret.txt" },
    "skills/s/etc": { link: "/etc" },
    "skills/s/loop": { link: "loop" },
    "skills/s/pipe": { special: "fifo" },
    "skills/s-evil/x.txt": "not of s",
    "skills/linked": { link: "s" },
    "elsewhere/SKILL.md": skill("there"),
    "skills/file-link/SKILL.md": { link: "../../elsewhere/SKILL.md" },
    "secret.txt": "secret",
  });
  const read = (path: string, range = {}, directory = "skills/s"): unknown =>
    tree.plain(readDirectoryResource(tree.at(directory), path, nodeFiles, range));

  test.each(["scripts/run.sh", "./scripts/run.sh", "././scripts/run.sh", "inside.sh"])("%s", (path) => {
    expect(read(path)).toEqual({ text: "echo hi\n", bytes: 8 });
    expect(read(path, {}, "skills/linked")).toEqual({ text: "echo hi\n", bytes: 8 });
  });

  test.each<[path: string, reason: string]>([
    ["../s-evil/x.txt", "it leaves the directory with `..`"],
    ["scripts/../../s-evil/x.txt", "it leaves the directory with `..`"],
    ["..", "it leaves the directory with `..`"],
    ["/etc/passwd", "it is absolute"],
    ["C:/Windows", "it is absolute"],
    ["..\\secret.txt", "it has a character that is not allowed in a path"],
    ["scripts\\run.sh", "it has a character that is not allowed in a path"],
    ["scripts/run.sh\0.md", "it has a character that is not allowed in a path"],
    [`a/${"x/".repeat(3000)}`, "it is longer than 4096 characters"],
    ["outside.txt", "it leads out of the skill's directory"],
    ["etc/hostname", "it leads out of the skill's directory"],
    ["etc", "it leads out of the skill's directory"],
  ])("SK332: %j is refused before it is read", (path, reason) => {
    expect(read(path)).toMatchObject({ refused: { code: "SK332", reason } });
    expect(read(path, {}, "skills/linked")).toMatchObject({ refused: { code: "SK332", reason } });
  });

  test.each<[path: string, refused: object]>([
    ["", { reason: "no file was given" }],
    ["./", { reason: "no file was given" }],
    ["scripts/runs.sh", { reason: "the skill has no such file", help: "did you mean `scripts/run.sh`?" }],
    ["loop", { reason: "the skill has no such file" }],
    ["scripts", { reason: "it is a directory" }],
    ["scripts/", { reason: "it is a directory" }],
    ["pipe", { reason: "it is not a regular file" }],
    ["scripts/run.sh/x", { reason: "the skill has no such file" }],
    ["x".repeat(300), { reason: "the skill has no such file" }],
  ])("SK333: %j is not a file of the skill", (path, refused) => {
    expect(read(path)).toMatchObject({ refused: { code: "SK333", ...refused } });
  });

  test("SKILL.md itself can be read from an offset, also if it is a symlink", () => {
    expect(read("SKILL.md", { offset: 4, maxBytes: 8 })).toEqual({ text: "name: s\n", bytes: 84, next: 12 });
    expect(read("SKILL.md", { maxBytes: 4 }, "skills/file-link")).toMatchObject({ text: "---\n" });
  });

  test("parts begin and end between characters, and together they are the whole file", () => {
    const parts: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const part = read("references/long.md", { offset, maxBytes: 5 }) as { text: string; next?: number };
      parts.push(part.text);
      offset = part.next;
    }
    expect(parts).toEqual(["éé", "éé", "éé", "éé", "éé\n", "end"]);
    expect(read("references/long.md", { offset: 1, maxBytes: 4 })).toMatchObject({ text: "éé", next: 6 });
  });

  test.each<[range: object, expected: object]>([
    [{ offset: 8 }, { text: "", bytes: 8 }],
    [{ offset: 1e9 }, { text: "", bytes: 8 }],
    [{ offset: -5 }, { text: "echo hi\n", bytes: 8 }],
    [{ offset: Number.NaN }, { text: "echo hi\n", bytes: 8 }],
    [{ offset: 5.7 }, { text: "hi\n", bytes: 8 }],
    [{ maxBytes: 0 }, { text: "echo", bytes: 8, next: 4 }],
    [{ maxBytes: Number.POSITIVE_INFINITY }, { text: "echo hi\n", bytes: 8 }],
  ])("any range is accepted: %j", (range, expected) => {
    expect(read("scripts/run.sh", range)).toEqual(expected);
  });

  test("binary files are described, broken text is shown as it can be", () => {
    expect(read("bytes.bin")).toEqual({ text: "[a binary file of 4 bytes; it is not shown]", bytes: 4, binary: true });
    expect(read("bad.txt")).toEqual({ text: "a\ufffdb", bytes: 3 });
    expect(read("empty.txt")).toEqual({ text: "", bytes: 0 });
  });

  test("a file that cannot be opened, or is larger than the limit", () => {
    const path = tree.at("skills/s/scripts/run.sh");
    expect(readDirectoryResource(tree.at("skills/s"), "scripts/run.sh", denying(nodeFiles, [path]))).toMatchObject({
      refused: { code: "SK333", reason: "the skill has no such file" },
    });
    const huge = { ...nodeFiles, stat: (each: string) => ({ ...nodeFiles.stat(each), size: 2 ** 31 }) };
    expect(readDirectoryResource(tree.at("skills/s"), "scripts/run.sh", huge)).toMatchObject({
      refused: { code: "SK333", reason: "it has 2147483648 bytes, which is over the limit" },
    });
  });
});
