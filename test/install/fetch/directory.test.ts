import { appendFileSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { directoryTree } from "../../../src/install/fetch/local/directory.ts";
import { makeTree } from "../../tree.ts";
import { machineContext } from "../context.ts";

test("[I24] the entries of a directory: only a plain file has a size and a mode, and no symlink is followed", () => {
  const tree = makeTree({
    "source/pdf/SKILL.md": "text",
    "source/pdf/run.sh": { content: "echo\n", mode: 0o755 },
    "source/pdf/pipe": { special: "fifo" },
    "source/notes.md": "not a part of a skill",
    outside: "secret",
  });
  symlinkSync("../../outside", tree.at("source/pdf/link"));
  const root = tree.at("source");
  const { name, entries } = directoryTree(root, machineContext(tree.top), { kind: "directory", source: root });
  expect([name, entries]).toEqual([
    "source",
    [
      { path: "pdf/SKILL.md", kind: "file", executable: false, size: 4 },
      { path: "pdf/link", kind: "link", executable: false, size: 0 },
      { path: "pdf/pipe", kind: "special", executable: false, size: 0 },
      { path: "pdf/run.sh", kind: "file", executable: true, size: 5 },
    ],
  ]);
});

test("[I24] a tree is called like the last part of its path, and a file that grew after it was listed is refused", async () => {
  const tree = makeTree({ "back\\slash/pdf/SKILL.md": "text" });
  const root = tree.at("back\\slash");
  const { name, entries, read } = directoryTree(root, machineContext(tree.top), { kind: "directory", source: root });
  expect(name).toBe("slash");
  expect((await read(entries)).map((bytes) => Buffer.from(bytes).toString())).toEqual(["text"]);
  appendFileSync(tree.at("back\\slash/pdf/SKILL.md"), " and more");
  await expect(read(entries)).rejects.toMatchObject({ code: "SK604", message: expect.stringContaining("changed") });
});

test("[I24] an error that is not the disk's is not called one", async () => {
  const tree = makeTree({ "source/pdf/SKILL.md": "text" });
  const context = machineContext(tree.top);
  const mistake = new TypeError("our mistake");
  const files = {
    ...context.files,
    readHead: () => {
      throw mistake;
    },
  };
  const root = tree.at("source");
  const { entries, read } = directoryTree(root, { ...context, files }, { kind: "directory", source: root });
  await expect(read(entries)).rejects.toBe(mistake);
});
