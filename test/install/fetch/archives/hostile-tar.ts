/** Malicious tar archives, each with the finding that rejects it. */
import { deflateRawSync } from "node:zlib";
import { GNU, gzip, makeTar, makeTarGz, pax, paxRecord, type TarEntry } from "./make-tar.ts";

/** A case: its title, the archive's bytes, and the expected `CODE message`. */
export type Hostile = readonly [title: string, bytes: Uint8Array, finding: string];

const SKILL: TarEntry = { name: "SKILL.md", content: "hello" };
/** A path that is too long for the name field of a header. */
const LONG = `${"a".repeat(60)}/${"b".repeat(60)}`;
const BLOCK = 512;
const plain = makeTar([SKILL]);

function tar(title: string, entries: readonly TarEntry[], finding: string): Hostile {
  return [title, makeTarGz(entries), finding];
}

function gnuName(name: string): TarEntry {
  return { name: "././@LongLink", type: "L", content: `${name}\0` };
}

/** [Z1] Paths that leave the directory, or have another meaning on another system. */
const paths: Hostile[] = [
  tar("an absolute path", [{ name: "/etc/cron.d/x" }], "SK640 `/etc/cron.d/x` leaves the skill: it is absolute"),
  tar("a path upwards", [{ name: "../../.bashrc" }], "SK640 `../../.bashrc` leaves the skill by `..`"),
  tar("a path down and up", [{ name: "a/../../b" }], "SK640 `a/../../b` leaves the skill by `..`"),
  tar("`..` in the prefix", [{ name: "b", prefix: "../a" }], "SK640 `../a/b` leaves the skill by `..`"),
  tar("`..` as a directory", [{ name: "..", type: "5" }], "SK640 `..` leaves the skill by `..`"),
  tar("a file called `.`", [{ name: "a/." }], "SK640 `a/.` has an empty part or `.` in it"),
  tar("the root as a directory", [{ name: "/", type: "5" }], "SK640 `` is not a valid path"),
  tar("a directory without a name", [{ name: "", type: "5" }], "SK640 `` is not a valid path"),
  tar("`..` behind `./`", [{ name: "./a/./../../b" }], "SK640 `a/../../b` leaves the skill by `..`"),
  tar("`./` and absolute", [{ name: ".//etc/passwd" }], "SK640 `/etc/passwd` leaves the skill: it is absolute"),
  tar("an empty part", [{ name: "a//b" }], "SK640 `a//b` has an empty part or `.` in it"),
  tar("a file that ends in a slash", [{ name: "a/" }], "SK640 `a/` has an empty part or `.` in it"),
  tar("no name", [{ name: "" }], "SK640 `` is not a valid path"),
  tar("a backslash", [{ name: "..\\x" }], "SK640 `..\\x` has a backslash, which some systems take for `/`"),
  tar("a drive", [{ name: "C:/x" }], "SK640 `C:/x` leaves the skill: it begins with a drive"),
  tar("a share", [{ name: "//host/x" }], "SK640 `//host/x` leaves the skill: it is absolute"),
  tar("a second stream", [{ name: "a.md:x" }], "SK640 `a.md:x` has `:` in it, which no file on Windows can have"),
  tar("a device's name", [{ name: "x/nul.md" }], "SK640 `x/nul.md` has a name that Windows reserves for a device"),
  tar("a repository", [{ name: ".GIT/config" }], "SK640 `.GIT/config` is part of a git repository"),
  tar("a control sequence", [{ name: "a\x1b[2J" }], "SK640 `a\\u{1b}[2J` has the hidden character U+001B"),
  tar("a line break", [{ name: "a\nb" }], "SK640 `a\\u{a}b` has the hidden character U+000A"),
  tar("a reversed name", [{ name: "a\u202ecod.exe" }], "SK640 `a\\u{202e}cod.exe` has the hidden character U+202E"),
  tar("bytes that are not UTF-8", [{ name: Uint8Array.of(0x61, 0xff) }], "SK640 a name is not UTF-8, at byte 0"),
  tar("an overlong slash", [{ name: Uint8Array.of(0xc0, 0xaf) }], "SK640 a name is not UTF-8, at byte 0"),
  tar("decomposed letters", [{ name: "re\u0301.md" }], "SK640 `re\u0301.md` is not in Unicode's composed form (NFC)"),
  tar("a trailing dot", [{ name: "a./b" }], "SK640 `a./b` has a name that ends in a dot or a space"),
];

/** [Z1] Names that are equal on some machine. */
const collisions: Hostile[] = [
  tar("a file twice", [SKILL, { ...SKILL, content: "evil" }], "SK641 `SKILL.md` appears twice"),
  tar("twice in two spellings", [SKILL, { ...SKILL, name: "./SKILL.md" }], "SK641 `SKILL.md` appears twice"),
  tar(
    "another case",
    [SKILL, { name: "skill.MD" }],
    "SK641 `skill.MD` differs from `SKILL.md` only in case or Unicode form",
  ),
  tar(
    "a directory in another case",
    [{ name: "a/x" }, { name: "A/y" }],
    "SK641 `A/y` is in `A`, which differs from `a` only in case or Unicode form",
  ),
  tar(
    "sharp s",
    [{ name: "straße" }, { name: "STRASSE" }],
    "SK641 `STRASSE` differs from `straße` only in case or Unicode form",
  ),
  tar("a file, then below it", [{ name: "a" }, { name: "a/b" }], "SK641 `a/b` is below the file `a`"),
  tar("a directory, then a file", [{ name: "a/b" }, { name: "a" }], "SK641 `a` is a file and a directory"),
  tar(
    "an empty directory and a file",
    [{ name: "a", type: "5" }, { name: "a" }],
    "SK641 `a` is a file and a directory",
  ),
  tar(
    "a directory twice",
    [
      { name: "a", type: "5" },
      { name: "a/", type: "5" },
    ],
    "SK641 `a` appears twice",
  ),
];

/** [Z7] Kinds of entries that a skill cannot contain. */
const kinds: Hostile[] = [
  tar("a link to a secret", [{ name: "a", type: "2", link: "/etc/shadow" }], "SK643 `a` is a symbolic link, at byte 0"),
  tar(
    "a link inside",
    [SKILL, { name: "a", type: "2", link: "SKILL.md" }],
    "SK643 `a` is a symbolic link, at byte 1024",
  ),
  tar(
    "a link, then a file through it",
    [{ name: "a", type: "2", link: "/tmp" }, { name: "a/x" }],
    "SK643 `a` is a symbolic link, at byte 0",
  ),
  tar("a hard link", [{ name: "a", type: "1", link: "../../x" }], "SK643 `a` is a hard link, at byte 0"),
  tar("a character device", [{ name: "a", type: "3" }], "SK643 `a` is a device, at byte 0"),
  tar("a block device", [{ name: "a", type: "4" }], "SK643 `a` is a device, at byte 0"),
  tar("a FIFO", [{ name: "a", type: "6" }], "SK643 `a` is a FIFO, at byte 0"),
  tar("a contiguous file", [{ name: "a", type: "7" }], "SK643 `a` is of the unknown type `7`, at byte 0"),
  tar(
    "a GNU long name",
    [{ name: "././@LongLink", type: "L", content: "x\0" }, SKILL],
    "SK644 `SKILL.md` has another name in its long-name header, at byte 1024",
  ),
  tar(
    "a GNU long name that the entry does not begin with",
    [gnuName(LONG), { ...SKILL, name: "b".repeat(100) }],
    `SK644 \`${"b".repeat(100)}\` has another name in its long-name header, at byte 1024`,
  ),
  tar(
    "a GNU long name of which the entry has less than there is room for",
    [gnuName(LONG), { ...SKILL, name: LONG.slice(0, 90) }],
    `SK644 \`${LONG.slice(0, 90)}\` has another name in its long-name header, at byte 1024`,
  ),
  tar(
    "a GNU long name with another name behind it",
    [
      { name: "././@LongLink", type: "L", content: `${LONG}\0x\0` },
      { ...SKILL, name: LONG.slice(0, 100) },
    ],
    "SK644 `././@LongLink` is a long-name entry without the proper end, at byte 0",
  ),
  tar(
    "a GNU long name that is called otherwise",
    [
      { name: "LongLink", type: "L", content: `${LONG}\0` },
      { ...SKILL, name: LONG.slice(0, 100) },
    ],
    "SK644 `LongLink` is a long-name entry with an unexpected name, at byte 0",
  ),
  tar(
    "two GNU long names",
    [gnuName(LONG), gnuName(LONG), { ...SKILL, name: LONG.slice(0, 100) }],
    "SK644 `././@LongLink` gives an entry a second name, at byte 1024",
  ),
  tar(
    "a long name of each kind",
    [gnuName(LONG), pax({ path: LONG }), { ...SKILL, name: LONG.slice(0, 100) }],
    "SK644 `PaxHeader/entry` gives an entry a second name, at byte 1024",
  ),
  tar(
    "a GNU long name that leads upwards",
    [gnuName(`../${LONG}`), { ...SKILL, name: `../${LONG}`.slice(0, 100) }],
    `SK640 \`../${LONG}\` leaves the skill by \`..\``,
  ),
  tar(
    "a GNU long name without end",
    [gnuName("a/".repeat(50_000)), SKILL],
    "SK642 a path is longer than 512 bytes, at byte 0",
  ),
  tar(
    "a GNU long name at the end",
    [SKILL, gnuName(LONG)],
    "SK644 `././@LongLink` describes an entry that is missing, at byte 1024",
  ),
  tar(
    "a GNU long link",
    [{ name: "././@LongLink", type: "K", content: "x\0" }, SKILL],
    "SK643 `././@LongLink` is a GNU entry for a long link target, at byte 0",
  ),
  tar("a sparse file", [{ name: "a", type: "S", magic: GNU }], "SK643 `a` is a sparse file, at byte 0"),
  tar("Solaris attributes", [{ name: "a", type: "X" }], "SK643 `a` is of the unknown type `X`, at byte 0"),
  tar(
    "a type that is not a letter",
    [{ name: "a", type: "\x1b" }],
    "SK643 `a` is of the unknown type `\\u001b`, at byte 0",
  ),
  tar(
    "setuid",
    [{ name: "a", mode: "0004755\0" }],
    "SK643 `a` would run with its owner's rights (setuid, setgid or sticky), at byte 0",
  ),
  tar(
    "setgid",
    [{ name: "a", mode: "0002755\0" }],
    "SK643 `a` would run with its owner's rights (setuid, setgid or sticky), at byte 0",
  ),
  tar(
    "a link by its mode",
    [{ name: "a", mode: "0120777\0" }],
    "SK644 `a` does not have the type that its header states, at byte 0",
  ),
  tar(
    "a directory by its mode",
    [{ name: "a", mode: "0040755\0" }],
    "SK644 `a` does not have the type that its header states, at byte 0",
  ),
];

/** [Z6] Archives that two readers would read differently. */
const differentials: Hostile[] = [
  tar("a PAX record without a value", [pax("9 mtime1\n"), SKILL], "SK644 a PAX header is not well formed, at byte 512"),
  tar("a PAX record without an end", [pax("9 mtime=1 "), SKILL], "SK644 a PAX header is not well formed, at byte 512"),
  tar("a PAX key with a space", [pax("9 m a=bc\n"), SKILL], "SK644 a PAX header is not well formed, at byte 512"),
  tar(
    "a PAX time that is none",
    [pax({ mtime: "soon" }), SKILL],
    "SK644 a PAX header has an invalid `mtime`, at byte 512",
  ),
  tar("a PAX owner that is none", [pax({ uid: "-1" }), SKILL], "SK644 a PAX header has an invalid `uid`, at byte 512"),
  tar(
    "an owner of blanks",
    [{ ...SKILL, uid: "        " }],
    "SK644 a number in a header is not plain octal, at byte 108",
  ),
  tar("a PAX header without records", [pax(""), SKILL], "SK644 a PAX header is not well formed, at byte 512"),
  tar(
    "PAX with another name",
    [pax({ path: "evil.md" }), SKILL],
    "SK644 `SKILL.md` has another name in its long-name header, at byte 1024",
  ),
  tar(
    "PAX with another size",
    [pax({ size: "1024" }), { ...SKILL, size: "00000000000\0" }],
    "SK644 `SKILL.md` has another size in its PAX header, at byte 1024",
  ),
  tar(
    "PAX with a size in octal",
    [pax({ size: "05" }), SKILL],
    "SK644 `SKILL.md` has another size in its PAX header, at byte 1024",
  ),
  tar("a PAX link", [pax({ linkpath: "/etc/passwd" }), SKILL], "SK644 a PAX header sets `linkpath`, at byte 512"),
  tar(
    "a PAX sparse map",
    [pax({ "GNU.sparse.major": "1" }), SKILL],
    "SK644 a PAX header sets `GNU.sparse.major`, at byte 512",
  ),
  tar(
    "a PAX character set",
    [pax({ hdrcharset: "BINARY" }), SKILL],
    "SK644 a PAX header sets `hdrcharset`, at byte 512",
  ),
  tar(
    "a PAX key twice",
    [pax(paxRecord("path", "SKILL.md").repeat(2)), SKILL],
    "SK644 a PAX header is not well formed, at byte 529",
  ),
  tar("a PAX length too long", [pax("99 path=x\n"), SKILL], "SK644 a PAX header is not well formed, at byte 512"),
  tar("a PAX length too short", [pax("5 path=x\n"), SKILL], "SK644 a PAX header is not well formed, at byte 512"),
  tar("a PAX length with a sign", [pax("+9 a=bcd\n"), SKILL], "SK644 a PAX header is not well formed, at byte 512"),
  tar(
    "PAX with rubbish after it",
    [pax(`${paxRecord("mtime", "1")}\0`), SKILL],
    "SK644 a PAX header is not well formed, at byte 523",
  ),
  tar(
    "a name for all entries",
    [pax({ path: "x" }, "g"), SKILL],
    "SK644 `PaxHeader/entry` is a global PAX header that would change every entry, at byte 0",
  ),
  tar(
    "two PAX headers",
    [pax({ mtime: "1" }), pax({ mtime: "2" }), SKILL],
    "SK644 `PaxHeader/entry` gives an entry a second PAX header, at byte 1024",
  ),
  tar(
    "a PAX header at the end",
    [SKILL, pax({ mtime: "1" })],
    "SK644 `PaxHeader/entry` describes an entry that is missing, at byte 1024",
  ),
  tar(
    "a PAX header of 100 KB",
    [pax({ comment: "x".repeat(100_000) }), SKILL],
    "SK644 `PaxHeader/entry` is a PAX header of more than 65536 bytes, at byte 0",
  ),
  tar("a name after the name", [{ name: "SKILL.md\0evil.md" }], "SK644 a name has text after its end, at byte 8"),
  tar(
    "no magic at all",
    [SKILL, { name: "a", magic: "" }],
    "SK644 a header has a form that readers interpret differently, at byte 1024",
  ),
  tar(
    "GNU's form with a prefix",
    [{ ...SKILL, magic: GNU, prefix: "x" }],
    "SK644 a header has a form that readers interpret differently, at byte 0",
  ),
  tar(
    "data at the header's end",
    [{ ...SKILL, patch: { 508: "tar\0" } }],
    "SK644 `SKILL.md` has data in a part of its header that must be empty, at byte 0",
  ),
  tar(
    "times behind a longer prefix",
    [{ ...SKILL, prefix: "p".repeat(131), patch: { 476: "00000000001\x0000000000001\0" } }],
    "SK644 a name has text after its end, at byte 487",
  ),
  tar(
    "no times behind a prefix",
    [{ ...SKILL, patch: { 476: "evil" } }],
    "SK644 a name has text after its end, at byte 345",
  ),
  tar(
    "a file with a target",
    [{ ...SKILL, link: "x" }],
    "SK644 `SKILL.md` is a file and names the target of a link, at byte 0",
  ),
  tar(
    "a binary size",
    [{ ...SKILL, size: Uint8Array.of(0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5) }],
    "SK644 a number in a header is not plain octal, at byte 124",
  ),
  tar(
    "a negative size",
    [{ ...SKILL, size: "-0000000005\0" }],
    "SK644 a number in a header is not plain octal, at byte 124",
  ),
  tar(
    "a size with an 8",
    [{ ...SKILL, size: "00000000008\0" }],
    "SK644 a number in a header is not plain octal, at byte 124",
  ),
  tar(
    "a size in two parts",
    [{ ...SKILL, size: "00000\x0000005\0" }],
    "SK644 a number in a header is not plain octal, at byte 124",
  ),
  tar(
    "a size without an end",
    [{ ...SKILL, size: "000000000005" }],
    "SK644 a number in a header is not plain octal, at byte 124",
  ),
  tar(
    "a negative owner",
    [{ ...SKILL, uid: new Uint8Array(8).fill(0xff) }],
    "SK644 a number in a header is not plain octal, at byte 108",
  ),
  tar(
    "a directory with bytes",
    [{ name: "a/", type: "5", content: "x" }],
    "SK644 `a/` does not have the type that its header states, at byte 0",
  ),
  [
    "an entry after the end",
    makeTarGz([SKILL], Buffer.concat([Buffer.alloc(2 * BLOCK), makeTar([{ name: "evil" }])])),
    "SK644 data follows the end of the archive, at byte 1024",
  ],
  [
    "an entry after one empty block",
    makeTarGz([SKILL], Buffer.concat([Buffer.alloc(BLOCK), makeTar([{ name: "evil" }])])),
    "SK644 data follows the end of the archive, at byte 1024",
  ],
  [
    "a second gzip member",
    Buffer.concat([gzip(plain), gzip(makeTar([{ name: "evil" }]))]),
    `SK644 data follows the end of the archive, at byte ${gzip(plain).length}`,
  ],
  [
    "rubbish after gzip",
    gzip(plain, { after: Buffer.from("PK\x03\x04") }),
    `SK644 data follows the end of the archive, at byte ${gzip(plain).length}`,
  ],
  [
    "zeros after gzip",
    gzip(plain, { after: Buffer.alloc(3) }),
    `SK644 data follows the end of the archive, at byte ${gzip(plain).length}`,
  ],
];

/** [Z5] Archives that are damaged, by accident or on purpose. */
const broken: Hostile[] = [
  [
    "only a header and a trailer",
    gzip(plain).subarray(0, 18),
    "SK645 the compressed data is damaged or cut off, at byte 10",
  ],
  tar(
    "a wrong checksum",
    [{ ...SKILL, checksum: "000001\0 " }],
    "SK645 a header does not match its checksum, at byte 0",
  ),
  tar(
    "a signed checksum",
    [{ name: "é", checksum: "004705\0 " }],
    "SK645 a header does not match its checksum, at byte 0",
  ),
  tar("a size beyond the end", [{ ...SKILL, size: "00000077777\0" }], "SK645 `SKILL.md` is cut off, at byte 0"),
  tar("eight gigabytes", [{ ...SKILL, size: "77777777777\0" }], "SK645 `SKILL.md` is cut off, at byte 0"),
  ["no end", makeTarGz([SKILL], new Uint8Array(0)), "SK645 the archive is cut off, at byte 1024"],
  [
    "no end after a full block",
    makeTarGz([{ ...SKILL, content: "x".repeat(BLOCK) }], new Uint8Array(0)),
    "SK645 the archive is cut off, at byte 1024",
  ],
  ["one block of something else", gzip(Buffer.alloc(BLOCK, "x")), "SK646 the content is not a tar archive"],
  ["one empty block", makeTarGz([SKILL], new Uint8Array(BLOCK)), "SK645 the archive is cut off, at byte 1536"],
  ["half a block", makeTarGz([SKILL], new Uint8Array(2 * BLOCK + 7)), "SK645 the archive is cut off, at byte 2055"],
  ["cut in a header", gzip(plain.subarray(0, 300)), "SK645 the archive is cut off, at byte 0"],
  ["nothing in gzip", gzip(new Uint8Array(0)), "SK645 the archive is cut off, at byte 0"],
  ["only the magic", Uint8Array.of(0x1f, 0x8b), "SK645 the archive is cut off, at byte 2"],
  ["cut in the middle", gzip(plain).subarray(0, 40), "SK645 the compressed data is damaged or cut off, at byte 10"],
  ["cut in the trailer", gzip(plain).subarray(0, -1), "SK645 the compressed data is damaged or cut off, at byte 10"],
  [
    "a wrong CRC",
    gzip(plain, { crc: 1 }),
    `SK645 the content does not match its checksum, at byte ${gzip(plain).length - 8}`,
  ],
  [
    "a wrong length",
    gzip(plain, { length: 7 }),
    `SK645 the content does not match its checksum, at byte ${gzip(plain).length - 8}`,
  ],
  [
    "a gzip name without an end",
    Buffer.concat([Buffer.from("\x1f\x8b\x08\x08\0\0\0\0\0\x03", "latin1"), Buffer.alloc(2000, "a")]),
    "SK645 the name in the gzip header does not end, at byte 10",
  ],
  [
    "a gzip extra field",
    gzip(plain, { header: Buffer.from("\x1f\x8b\x08\x04\0\0\0\0\0\x03\x01\0a", "latin1") }),
    "SK646 the gzip header has unsupported parts, at byte 2",
  ],
  [
    "a gzip comment",
    gzip(plain, { header: Buffer.from("\x1f\x8b\x08\x10\0\0\0\0\0\x03a\0", "latin1") }),
    "SK646 the gzip header has unsupported parts, at byte 2",
  ],
  [
    "an unknown gzip method",
    gzip(plain, { header: Uint8Array.of(0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 3) }),
    "SK646 the gzip header has unsupported parts, at byte 2",
  ],
  ["a tar that is not compressed", plain, "SK646 this is not a supported archive"],
  ["gzip in gzip", gzip(gzip(plain, { level: 0 })), "SK646 the content is not a tar archive"],
];

/** [Z3] [Z8] Archives that are larger than they seem. */
const bombs: Hostile[] = [
  [
    "a bomb of one file",
    gzip(makeTar([{ name: "a", content: Buffer.alloc(17 * 1024 * 1024) }])),
    "SK642 unpacked it is more than 200 times as large",
  ],
  [
    "a bomb of zeros alone",
    Buffer.concat([
      Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3),
      deflateRawSync(Buffer.alloc(32 * 1024 * 1024), { level: 9 }),
      Buffer.alloc(8),
    ]),
    "SK642 unpacked it is more than 200 times as large",
  ],
  [
    "three thousand files",
    makeTarGz(Array.from({ length: 3000 }, (_, at) => ({ name: `f${at}` }))),
    "SK642 there are more than 2000 files or directories, at byte 1024000",
  ],
  [
    "three thousand directories",
    makeTarGz(Array.from({ length: 3000 }, (_, at) => ({ name: `d${at}`, type: "5" }))),
    "SK642 there are more than 2000 files or directories, at byte 1024000",
  ],
  tar("too deep", [{ name: `${"a/".repeat(30)}b` }], `SK642 \`${"a/".repeat(30)}b\` is deeper than 16 directories`),
  [
    "a file of 17 MiB",
    gzip(makeTar([{ name: "a", content: Buffer.alloc(17 * 1024 * 1024) }]), { level: 0 }),
    "SK642 `a` is larger than 16777216 bytes",
  ],
];

export const HOSTILE_TARS = { paths, collisions, kinds, differentials, broken, bombs };
