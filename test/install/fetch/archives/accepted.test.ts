/** Archives of ordinary programs are accepted. */
import { describe, expect, test } from "vitest";
import { unpackArchive } from "../../../../src/install/fetch/archives/unpack.ts";
import { INSTALL_LIMITS, type Unpacked } from "../../../../src/model/skills/bundle.ts";
import { GNU, gzip, makeTar, makeTarGz, pax } from "./make-tar.ts";
import { descriptor, extraField, makeZip } from "./make-zip.ts";

function listing(unpacked: Unpacked): unknown {
  if ("refused" in unpacked) return unpacked.refused;
  return Object.fromEntries(
    unpacked.bundle.files.map(({ path, bytes, executable }) => [
      path,
      `${executable ? "x" : "-"} ${Buffer.from(bytes)}`,
    ]),
  );
}

const SKILL = { name: "SKILL.md", content: "hello" };
const ONE = { "SKILL.md": "- hello" };
const TIMES = extraField(0x5455, Buffer.alloc(9));
const OWNER = extraField(0x7875, "\x01\x04\0\0\0\0\x04\0\0\0\0");

const accepted: [string, Uint8Array, unknown][] = [
  ["a directory packed on Windows", makeZip([{ name: "a/", madeBy: 20, mode: 0, attributes: 0x10 }, SKILL]), ONE],
  ["a file that Windows marks as read-only", makeZip([{ ...SKILL, madeBy: 20, mode: 0, attributes: 0x01 }]), ONE],
  ["a directory's own mode", makeZip([{ name: "a/", mode: 0o042775 }, SKILL]), ONE],
  [
    "a directory that lists the entries backwards",
    makeZip([SKILL, { name: "b", content: "2" }, { name: "c", content: "3" }], { backwards: true }),
    { ...ONE, b: "- 2", c: "- 3" },
  ],
  ["an empty tar", makeTarGz([]), {}],
  ["one file", makeTarGz([SKILL]), ONE],
  ["a file of type NUL", makeTarGz([{ ...SKILL, type: "\0" }]), ONE],
  ["GNU's form", makeTarGz([{ ...SKILL, magic: GNU }]), ONE],
  ["a prefix", makeTarGz([{ name: "b.md", prefix: "a", content: "x" }]), { "a/b.md": "- x" }],
  ["an executable", makeTarGz([{ name: "run", mode: "0000755\0" }]), { run: "x " }],
  ["only the owner's bit counts", makeTarGz([{ name: "run", mode: "0000611\0" }]), { run: "- " }],
  ["a mode with its type", makeTarGz([{ ...SKILL, mode: "0100644\0" }]), ONE],
  [
    "`tar -C skill .`",
    makeTarGz([
      { name: "./", type: "5" },
      { ...SKILL, name: "./SKILL.md" },
    ]),
    ONE,
  ],
  [
    "`.` in the middle",
    makeTarGz([{ name: "./.", type: "5" }, { name: "a/./././b" }, { name: "a/.", type: "5" }]),
    { "a/b": "- " },
  ],
  ["two times behind the prefix", makeTarGz([{ ...SKILL, patch: { 476: "14000000000\x0014000000001 " } }]), ONE],
  ["a directory's mode with its type", makeTarGz([{ name: "a", type: "5", mode: "0040755\0" }, SKILL]), ONE],
  ["directories", makeTarGz([{ name: "a/", type: "5", mode: "0002775\0" }, { name: "a/b", type: "5" }, SKILL]), ONE],
  ["a commit, as git writes it", makeTarGz([pax({ comment: "0123456789abcdef" }, "g"), SKILL]), ONE],
  [
    "PAX times",
    makeTarGz([pax({ mtime: "1.5", "NODETAR.depth": "1", "SCHILY.ino": "7", "SCHILY.xattr.user.a": "b=\0\n" }), SKILL]),
    ONE,
  ],
  ["a PAX header as large as allowed", makeTarGz([pax({ comment: "x".repeat(65_521) }), SKILL]), ONE],
  ["PAX that agrees", makeTarGz([pax({ path: "SKILL.md", size: "5" }), SKILL]), ONE],
  ["a large owner number", makeTarGz([{ ...SKILL, uid: Uint8Array.of(0x80, 0, 0, 0, 1, 2, 3, 4) }]), ONE],
  ["padding to a record", gzip(Buffer.concat([makeTar([SKILL]), Buffer.alloc(8192)])), ONE],
  [
    "a name in the gzip header",
    gzip(makeTar([SKILL]), { header: Buffer.from("\x1f\x8b\x08\x08\0\0\0\0\0\x03skill.tar\0", "latin1") }),
    ONE,
  ],
  ["letters of all kinds", makeTarGz([{ name: "résumé 日本 🎉.md" }]), { "résumé 日本 🎉.md": "- " }],
  ["an empty zip", makeZip([]), {}],
  ["deflated", makeZip([SKILL]), ONE],
  ["stored", makeZip([{ ...SKILL, method: 0 }]), ONE],
  [
    "sizes after the data",
    makeZip([{ ...SKILL, flags: 8, local: { crc: 0, packedSize: 0, size: 0 }, descriptor: descriptor("hello") }]),
    ONE,
  ],
  [
    "the same without a mark",
    makeZip([{ ...SKILL, flags: 8, descriptor: descriptor("hello", { marked: false }) }]),
    ONE,
  ],
  [
    "an empty file with its sizes after it",
    makeZip([{ name: "a", flags: 8, descriptor: Buffer.alloc(12) }]),
    { a: "- " },
  ],
  ["times and owners", makeZip([{ ...SKILL, extra: Buffer.concat([TIMES, OWNER]) }]), ONE],
  ["a commit as the comment", makeZip([SKILL], { comment: "0123456789abcdef0123456789abcdef01234567" }), ONE],
  ["a zip directory", makeZip([{ name: "a/" }, { name: "a/b", content: "x", mode: 0o100755 }]), { "a/b": "x x" }],
  ["packed on Windows", makeZip([{ ...SKILL, madeBy: 20, mode: 0, attributes: 0x20 }]), ONE],
  ["a mode from Windows is not believed", makeZip([{ ...SKILL, madeBy: 20, mode: 0o100755 }]), ONE],
  [
    "an archive inside",
    makeZip([{ name: "a.zip", content: makeZip([SKILL]), method: 0 }]),
    { "a.zip": expect.anything() },
  ],
];

describe("archives as programs write them", () => {
  test.each(accepted)("[Z5] %s", (_, bytes, expected) => {
    expect(listing(unpackArchive(bytes))).toEqual(expected);
  });

  test("[Z3] as many files and directories as allowed", () => {
    const entries = [{ name: "a/" }, { name: "b/" }, { name: "c" }, { name: "d" }];
    const tar = makeTarGz(entries.map((entry) => ({ ...entry, type: entry.name.endsWith("/") ? "5" : "0" })));
    const limits = { ...INSTALL_LIMITS, maxFiles: 2 };
    for (const archive of [tar, makeZip(entries)])
      expect(listing(unpackArchive(archive, limits))).toEqual({ c: "- ", d: "- " });
  });

  test("[Z3] as many bytes as allowed, and not one more", () => {
    const limits = { ...INSTALL_LIMITS, maxFileBytes: 5, maxBytes: 5 };
    for (const archive of [makeTarGz([SKILL]), makeZip([SKILL])])
      expect(listing(unpackArchive(archive, limits))).toEqual(ONE);
    expect(listing(unpackArchive(makeZip([SKILL]), { ...limits, maxBytes: 4 }))).toMatchObject([
      { code: "SK642", message: "unpacked it is more than 4 bytes" },
    ]);
  });
});
