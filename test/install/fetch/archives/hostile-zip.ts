/** Malicious zip archives, each with the finding that rejects it. */
import { deflateRawSync } from "node:zlib";
import type { Hostile } from "./hostile-tar.ts";
import { makeTarGz } from "./make-tar.ts";
import { descriptor, extraField, makeZip, type ZipItem, type ZipParts } from "./make-zip.ts";

const SKILL: ZipItem = { name: "SKILL.md", content: "hello" };
const EVIL: ZipItem = { name: "evil.sh", content: "rm" };
const DIFFERENT = "has other values in its own header, at byte 0";
const AFTERWARDS = "has other values in the record after its data, at byte 45";

function zip(title: string, items: readonly ZipItem[], finding: string, parts: ZipParts = {}): Hostile {
  return [title, makeZip(items, parts), finding];
}

/** Overwrites some bytes. */
function patched(bytes: Buffer, patches: Readonly<Record<number, number>>): Buffer {
  const copy = Buffer.from(bytes);
  for (const [at, byte] of Object.entries(patches)) copy[Number(at)] = byte;
  return copy;
}

const two = makeZip([SKILL, EVIL]);
/** Only ten bytes of the second local header are left; everything else is valid. */
const cutHeader = Buffer.concat([two.subarray(0, 55), two.subarray(86)]);
cutHeader.writeUInt32LE(55, cutHeader.length - 6);

/** [Z1] */
const paths: Hostile[] = [
  zip("zip slip", [{ name: "../../evil" }], "SK640 `../../evil` leaves the skill by `..`"),
  zip(
    "zip slip on Windows",
    [{ name: "..\\evil" }],
    "SK640 `..\\evil` has a backslash, which some systems take for `/`",
  ),
  zip("an absolute path", [{ name: "/evil" }], "SK640 `/evil` leaves the skill: it is absolute"),
  zip("the root itself", [{ name: "/" }], "SK640 `` is not a valid path"),
  zip("a directory upwards", [{ name: "../" }], "SK640 `..` leaves the skill by `..`"),
  zip("`./`", [{ name: "./a" }], "SK640 `./a` has an empty part or `.` in it"),
  zip("no name", [{ name: "" }], "SK640 `` is not a valid path"),
  zip("a control character", [{ name: "a\x7f", flags: 0 }], "SK640 `a\\u{7f}` has the hidden character U+007F"),
  zip("NUL in a name", [{ name: "SKILL.md\0.png" }], "SK640 `SKILL.md\\u{0}.png` has the hidden character U+0000"),
  zip("a tag character", [{ name: "a\u{e0041}" }], "SK640 `a\\u{e0041}` has the hidden character U+E0041"),
  zip(
    "letters in no encoding",
    [{ name: "é", flags: 0 }],
    "SK640 the archive does not state the encoding of a name, at byte 32",
  ),
  zip("not UTF-8", [{ name: Uint8Array.of(0xe9) }], "SK640 a name is not UTF-8, at byte 31"),
];

/** [Z1] */
const collisions: Hostile[] = [
  zip("a file twice", [SKILL, { ...SKILL, content: "evil" }], "SK641 `SKILL.md` appears twice"),
  zip(
    "another case",
    [SKILL, { name: "Skill.md" }],
    "SK641 `Skill.md` differs from `SKILL.md` only in case or Unicode form",
  ),
  zip("a file and a directory", [{ name: "a" }, { name: "a/" }], "SK641 `a` is a file and a directory"),
];

/** [Z7] */
const kinds: Hostile[] = [
  zip("a directory with a size", [{ name: "a/", size: 1 }], "SK644 `a/` is a directory that contains data, at byte 0"),
  zip(
    "a directory that packs nothing",
    [{ name: "a/", method: 8, packed: Buffer.from("\x03\0") }],
    "SK644 `a/` is a directory that contains data, at byte 0",
  ),
  zip("a link", [{ name: "a", content: "/etc/passwd", mode: 0o120777 }], "SK643 `a` is a symbolic link, at byte 0"),
  zip(
    "a link that Windows packed",
    [{ ...SKILL, madeBy: 20, mode: 0o120777 }],
    "SK643 `SKILL.md` is a symbolic link, at byte 0",
  ),
  zip("a device", [{ name: "a", mode: 0o020644 }], "SK643 `a` is a special file, at byte 0"),
  zip("a FIFO", [{ name: "a", mode: 0o010644 }], "SK643 `a` is a special file, at byte 0"),
  zip(
    "setuid",
    [{ name: "a", mode: 0o104755 }],
    "SK643 `a` would run with its owner's rights (setuid, setgid or sticky), at byte 0",
  ),
  zip("a password", [{ ...SKILL, flags: 1 }], "SK643 `SKILL.md` is encrypted, at byte 0"),
  zip("strong encryption", [{ ...SKILL, flags: 0x40 }], "SK643 `SKILL.md` is encrypted, at byte 0"),
  zip(
    "a masked directory",
    [{ ...SKILL, flags: 0x2000 }],
    "SK643 `SKILL.md` uses an unsupported compression, at byte 0",
  ),
  zip("a patch", [{ ...SKILL, flags: 0x20 }], "SK643 `SKILL.md` uses an unsupported compression, at byte 0"),
  zip(
    "bzip2",
    [{ ...SKILL, method: 12 }],
    "SK643 `SKILL.md` is packed by the method 12, which is not supported, at byte 0",
  ),
  zip(
    "AES",
    [{ ...SKILL, method: 99 }],
    "SK643 `SKILL.md` is packed by the method 99, which is not supported, at byte 0",
  ),
  zip(
    "a file with a directory's mode",
    [{ ...SKILL, mode: 0o040755 }],
    "SK644 `SKILL.md` is a file and a directory, at byte 0",
  ),
  zip(
    "a directory with a file's mode",
    [{ name: "a/", mode: 0o100644 }],
    "SK644 `a/` is a file and a directory, at byte 0",
  ),
  zip(
    "a DOS directory",
    [{ ...SKILL, attributes: 0x10 }],
    "SK644 `SKILL.md` does not have the type that its attributes state, at byte 0",
  ),
  zip(
    "a volume label",
    [{ ...SKILL, attributes: 8 }],
    "SK644 `SKILL.md` does not have the type that its attributes state, at byte 0",
  ),
  zip(
    "a directory with bytes",
    [{ name: "a/", content: "x" }],
    "SK644 `a/` is a directory that contains data, at byte 0",
  ),
];

/** [Z6] Differences between the directory and the local headers. */
const differentials: Hostile[] = [
  zip(
    "a version after the name",
    [{ ...SKILL, name: "SKILL.md;1" }],
    "SK644 `SKILL.md;1` ends in `;` and a number, which some readers cut off, at byte 0",
  ),
  zip(
    "another name",
    [{ ...SKILL, local: { name: "EVIL1.md" } }],
    "SK644 `SKILL.md` has another name in its own header, at byte 0",
  ),
  zip(
    "a longer name",
    [{ ...SKILL, local: { name: "SKILL.md.exe" } }],
    "SK644 `SKILL.md` has another name in its own header, at byte 0",
  ),
  zip("other flags", [{ ...SKILL, local: { flags: 0 } }], `SK644 \`SKILL.md\` ${DIFFERENT}`),
  zip("another method", [{ ...SKILL, local: { method: 0 } }], `SK644 \`SKILL.md\` ${DIFFERENT}`),
  zip("another time", [{ ...SKILL, local: { time: 7 } }], `SK644 \`SKILL.md\` ${DIFFERENT}`),
  zip("another CRC", [{ ...SKILL, local: { crc: 7 } }], `SK644 \`SKILL.md\` ${DIFFERENT}`),
  zip("another size", [{ ...SKILL, local: { size: 4 } }], `SK644 \`SKILL.md\` ${DIFFERENT}`),
  zip("no size, and none follows", [{ ...SKILL, local: { size: 0 } }], `SK644 \`SKILL.md\` ${DIFFERENT}`),
  zip("another packed size", [{ ...SKILL, local: { packedSize: 4 } }], `SK644 \`SKILL.md\` ${DIFFERENT}`),
  zip(
    "an entry that is not listed",
    [SKILL, { ...EVIL, unlisted: true }],
    "SK644 `SKILL.md` is followed by data that belongs to no entry, at byte 45",
  ),
  zip(
    "an entry before the first",
    [{ ...EVIL, unlisted: true }, SKILL],
    "SK644 `SKILL.md` overlaps with another entry, or does not directly follow the previous entry, at byte 41",
  ),
  zip(
    "a program before it",
    [SKILL],
    "SK644 `SKILL.md` overlaps with another entry, or does not directly follow the previous entry, at byte 4",
    { before: Buffer.from("PK\0\0") },
  ),
  zip(
    "an entry listed twice",
    [SKILL, { ...SKILL, name: "SKILL.md", offset: 0 }],
    "SK644 `SKILL.md` overlaps with what follows it, at byte 38",
  ),
  zip(
    "overlapping entries",
    [{ ...SKILL, packedSize: 60 }, EVIL],
    "SK644 `SKILL.md` overlaps with what follows it, at byte 38",
  ),
  zip(
    "data into the directory",
    [{ ...SKILL, packedSize: 60 }],
    "SK644 `SKILL.md` overlaps with what follows it, at byte 38",
  ),
  zip("data between", [SKILL], "SK644 `SKILL.md` is followed by data that belongs to no entry, at byte 45", {
    between: Buffer.from("x"),
  }),
  zip("data of no entry", [], "SK644 there is data that belongs to no entry, at byte 0", {
    before: makeZip([SKILL]).subarray(0, 45),
  }),
  zip(
    "data before the end",
    [SKILL],
    "SK644 the central directory of the archive is not at the stated position, at byte 100",
    {
      beforeEnd: Buffer.from("x"),
    },
  ),
  zip(
    "a directory somewhere else",
    [SKILL],
    "SK644 the central directory of the archive is not at the stated position, at byte 99",
    { offset: 0 },
  ),
  zip(
    "fewer entries than there are",
    [SKILL, EVIL],
    "SK644 the central directory of the archive contradicts its end record, at byte 140",
    { count: 1 },
  ),
  zip(
    "more entries than there are",
    [SKILL],
    "SK644 the central directory of the archive contradicts its end record, at byte 99",
    { count: 2 },
  ),
  zip("a comment that is an end", [SKILL], "SK644 the archive has two end records, at byte 99", {
    comment: makeZip([]),
  }),
  zip("an archive in the comment", [SKILL], "SK644 the archive has two end records, at byte 99", {
    comment: makeZip([EVIL]),
  }),
  zip("a comment that looks like an end", [SKILL], "SK644 the archive has two end records, at byte 123", {
    comment: "x PK\x05\x06 and more than enough behind it",
  }),
  zip("a comment that ends like one", [SKILL], "SK644 the archive has two end records, at byte 122", {
    comment: "xPK\x05\x06",
  }),
  zip("a comment on an entry", [{ ...SKILL, comment: "x" }], "SK644 `SKILL.md` has a comment, at byte 45"),
  zip("another disk", [{ ...SKILL, disk: 1 }], "SK644 `SKILL.md` is in another part of the archive, at byte 45"),
  zip(
    "an unknown system",
    [{ ...SKILL, madeBy: 7 << 8 }],
    "SK644 `SKILL.md` was packed by a system that is not known here, at byte 45",
  ),
  zip(
    "a system after macOS",
    [{ ...SKILL, madeBy: 20 << 8 }],
    "SK644 `SKILL.md` was packed by a system that is not known here, at byte 45",
  ),
  zip(
    "a later version",
    [{ ...SKILL, version: 45 }],
    "SK644 `SKILL.md` needs a later version of the format, at byte 45",
  ),
  zip(
    "a later version inside",
    [{ ...SKILL, local: { version: 63 } }],
    "SK644 `SKILL.md` needs a later version of the format, at byte 0",
  ),
  zip(
    "a Unicode path",
    [{ ...SKILL, extra: extraField(0x7075, "\x01\0\0\0\0evil.md") }],
    "SK644 `SKILL.md` has the extra field 0x7075, at byte 115",
  ),
  zip(
    "zip64 sizes",
    [{ ...SKILL, extra: extraField(1, Buffer.alloc(16)) }],
    "SK644 `SKILL.md` has the extra field 0x0001, at byte 119",
  ),
  zip(
    "a Unicode path inside",
    [{ ...SKILL, local: { extra: extraField(0x7075, "\x01\0\0\0\0evil.md") } }],
    "SK644 `SKILL.md` has the extra field 0x7075, at byte 38",
  ),
  zip(
    "a link in an extra field",
    [{ ...SKILL, extra: extraField(0x000d, Buffer.alloc(12)) }],
    "SK644 `SKILL.md` has the extra field 0x000d, at byte 115",
  ),
  zip(
    "an extra field twice",
    [{ ...SKILL, extra: Buffer.concat([extraField(0x5455), extraField(0x5455)]) }],
    "SK644 `SKILL.md` has the extra field 0x5455, at byte 111",
  ),
  zip(
    "an extra field too long",
    [{ ...SKILL, extra: Buffer.from("UT\x09\0\0") }],
    "SK644 `SKILL.md` has an extra field of the wrong size, at byte 104",
  ),
  zip(
    "half an extra field",
    [{ ...SKILL, extra: Buffer.from("UT") }],
    "SK644 `SKILL.md` has an extra field of the wrong size, at byte 101",
  ),
  zip("sizes that do not follow", [{ ...SKILL, flags: 8 }], `SK644 \`SKILL.md\` ${AFTERWARDS}`),
  zip(
    "a wrong CRC that follows",
    [{ ...SKILL, flags: 8, descriptor: descriptor("hello", { crc: 1 }) }],
    `SK644 \`SKILL.md\` ${AFTERWARDS}`,
  ),
  zip(
    "other sizes that follow",
    [{ ...SKILL, flags: 8, descriptor: descriptor("hello!") }],
    `SK644 \`SKILL.md\` ${AFTERWARDS}`,
  ),
  zip(
    "large sizes that follow",
    [{ ...SKILL, flags: 8, descriptor: Buffer.concat([descriptor("hello"), Buffer.alloc(8)]) }],
    `SK644 \`SKILL.md\` ${AFTERWARDS}`,
  ),
  zip(
    "another CRC, though it follows",
    [{ ...SKILL, flags: 8, local: { crc: 7 }, descriptor: descriptor("hello") }],
    `SK644 \`SKILL.md\` ${DIFFERENT}`,
  ),
  zip(
    "another mark",
    [{ ...SKILL, flags: 8, descriptor: patched(descriptor("hello"), { 0: 0 }) }],
    `SK644 \`SKILL.md\` ${AFTERWARDS}`,
  ),
  zip(
    "another packed size that follows",
    [{ ...SKILL, flags: 8, descriptor: patched(descriptor("hello"), { 8: 1 }) }],
    `SK644 \`SKILL.md\` ${AFTERWARDS}`,
  ),
  zip(
    "another size that follows",
    [{ ...SKILL, flags: 8, descriptor: patched(descriptor("hello"), { 12: 1 }) }],
    `SK644 \`SKILL.md\` ${AFTERWARDS}`,
  ),
  zip(
    "more than sizes that follows",
    [{ ...SKILL, flags: 8, descriptor: Buffer.concat([descriptor("hello", { marked: false }), Buffer.alloc(2)]) }],
    `SK644 \`SKILL.md\` ${AFTERWARDS}`,
  ),
  [
    "an extra field into the directory",
    patched(makeZip([SKILL]), { 28: 60 }),
    "SK644 `SKILL.md` overlaps with what follows it, at byte 0",
  ],
  zip(
    "stored without a size",
    [{ ...SKILL, method: 0, flags: 8, descriptor: descriptor("hello") }],
    "SK644 `SKILL.md` does not state its size before its data, at byte 0",
  ),
];

/** [Z5] [Z8] */
const broken: Hostile[] = [
  zip("data after the end", [SKILL], "SK645 the archive is cut off, or data follows its end, at byte 122", {
    after: Buffer.from("x"),
  }),
  zip("a comment that is cut off", [SKILL], "SK645 the archive is cut off, or data follows its end, at byte 121", {
    commentLength: 4,
  }),
  [
    "a directory of something else",
    patched(makeZip([SKILL]), { 45: 0 }),
    "SK644 the central directory of the archive contradicts its end record, at byte 45",
  ],
  [
    "a directory that is cut off",
    makeZip([SKILL], { beforeEnd: Buffer.from("PK\x01\x02"), size: 58, count: 2 }),
    "SK644 the central directory of the archive contradicts its end record, at byte 99",
  ],
  [
    "a name beyond the directory",
    patched(makeZip([SKILL]), { 73: 9 }),
    "SK644 the central directory of the archive contradicts its end record, at byte 45",
  ],
  [
    "a header that is cut off",
    cutHeader,
    "SK645 `evil.sh` is not at the position that the directory states, at byte 45",
  ],
  zip("a large count", [SKILL], "SK646 it is a multi-part or ZIP64 file, at byte 99", {
    count: 0xffff,
  }),
  zip("a large directory", [SKILL], "SK646 it is a multi-part or ZIP64 file, at byte 99", {
    size: 0xffffffff,
  }),
  ["cut off", makeZip([SKILL]).subarray(0, 60), "SK645 the archive is cut off, or data follows its end, at byte 60"],
  ["only the magic", Buffer.from("PK"), "SK645 the archive is cut off, or data follows its end, at byte 2"],
  zip("several disks", [SKILL], "SK646 it is a multi-part or ZIP64 file, at byte 99", {
    disk: 1,
  }),
  zip("two counts", [SKILL], "SK646 it is a multi-part or ZIP64 file, at byte 99", { total: 2 }),
  zip("zip64", [SKILL], "SK646 it is a multi-part or ZIP64 file, at byte 99", {
    offset: 0xffffffff,
  }),
  zip(
    "an entry that is not there",
    [{ ...SKILL, offset: 0, local: {} }],
    "SK645 `SKILL.md` is not at the position that the directory states, at byte 0",
    { before: Buffer.from("PK\0\0") },
  ),
  zip("a wrong CRC", [{ ...SKILL, crc: 1 }], "SK645 `SKILL.md` does not match its checksum, at byte 0"),
  zip(
    "more than promised",
    [{ ...SKILL, size: 4 }],
    "SK645 `SKILL.md` is damaged, or does not have the size that its header states, at byte 0",
  ),
  zip(
    "less than promised",
    [{ ...SKILL, size: 6 }],
    "SK645 `SKILL.md` is damaged, or does not have the size that its header states, at byte 0",
  ),
  zip(
    "stored in another size",
    [{ ...SKILL, method: 0, size: 4 }],
    "SK645 `SKILL.md` is damaged, or does not have the size that its header states, at byte 0",
  ),
  zip(
    "data after the data",
    [{ ...SKILL, packed: Buffer.concat([deflateRawSync(Buffer.from("hello")), Buffer.from("x")]) }],
    "SK645 `SKILL.md` is damaged, or does not have the size that its header states, at byte 0",
  ),
  zip(
    "invalid data",
    [{ ...SKILL, packed: Buffer.from("\xff\xff\xff") }],
    "SK645 `SKILL.md` is damaged, or does not have the size that its header states, at byte 0",
  ),
];

/** [Z3] [Z8] */
const bombs: Hostile[] = [
  zip(
    "a bomb that states its size",
    [{ name: "a", content: Buffer.alloc(15 * 1024 * 1024) }],
    "SK642 unpacked it is more than 200 times as large",
  ),
  zip(
    "a bomb that does not",
    [{ name: "a", content: Buffer.alloc(15 * 1024 * 1024), size: 10 }],
    "SK645 `a` is damaged, or does not have the size that its header states, at byte 0",
  ),
  zip("four gigabytes", [{ ...SKILL, size: 0xfffffffe }], "SK642 `SKILL.md` is larger than 16777216 bytes, at byte 0"),
  zip(
    "many at once",
    Array.from({ length: 50 }, (_, at) => ({ name: `f${at}`, size: 15_000_000 })),
    "SK642 unpacked it is more than 200 times as large",
  ),
  zip(
    "five thousand files",
    Array.from({ length: 5000 }, (_, at) => ({ name: `f${at}` })),
    "SK642 there are more than 4000 files and directories, at byte 427780",
  ),
  zip(
    "three thousand files",
    Array.from({ length: 3000 }, (_, at) => ({ name: `f${at}` })),
    "SK642 there are more than 2000 files",
  ),
];

/** Files that are not zip archives, and zip archives that we do not support. */
const others: Hostile[] = [
  ["nothing", new Uint8Array(0), "SK646 this is not a supported archive"],
  [
    "a page instead of an archive",
    Buffer.from("<!doctype html>"),
    "SK646 this is a page of HTML or XML, which is not supported",
  ],
  ["bzip2", Buffer.from("BZh91AY"), "SK646 this is a bzip2 file, which is not supported"],
  ["zstd", Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd), "SK646 this is a zstd file, which is not supported"],
  [
    "a tar and a zip in one",
    Buffer.concat([makeTarGz([]), makeZip([EVIL])]),
    `SK644 data follows the end of the archive, at byte ${makeTarGz([]).length}`,
  ],
];

export const HOSTILE_ZIPS = { paths, collisions, kinds, differentials, broken: [...broken, ...others], bombs };
