/** Generates archives that are almost valid: from unusual fields, or from valid archives with some changed bytes. */
import fc from "fast-check";
import { GNU, gzip, makeTar, pax, type TarEntry } from "./make-tar.ts";
import { descriptor, extraField, makeZip, type ZipItem } from "./make-zip.ts";

const GOOD_NAMES = ["SKILL.md", "./SKILL.md", "a", "a/b", "b/c/d", "x y", "é", "scripts/run.sh", "b/./e", "././f"];
const ODD_NAMES = ["A", "./", ".", "a/", "..", "/a", "a\0b", "a//b", "a\\b", "a/b/", "nul", "a."];
const name = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...GOOD_NAMES) },
  fc.constantFrom(...ODD_NAMES),
  fc.string({ maxLength: 8 }),
);
const content = fc.oneof(fc.constantFrom("", "hello", "x".repeat(511), "y".repeat(512), "z".repeat(700)), fc.string());

/** Generates an entry with at most two unusual fields. */
function odd<T extends object>(fields: { readonly [K in keyof T]?: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  const patches = Object.entries(fields).map(([key, values]) =>
    (values as fc.Arbitrary<unknown>).map((value) => [key, value]),
  );
  return fc
    .tuple(name, content, fc.array(fc.oneof(...patches), { maxLength: 2 }))
    .map(([name, content, patch]) => ({ name, content, ...Object.fromEntries(patch) }) as unknown as T);
}

const tarEntry = odd<TarEntry>({
  type: fc.constantFrom("\0", "5", "1", "2", "7", "x", "g", "L"),
  mode: fc.constantFrom("0000755\0", "000755 \0", "  644 \0 ", "0100644\0", "0004755\0", "0120777\0", "644\0\0\0\0\0"),
  uid: fc.constantFrom(
    "0001750\0",
    "\0\0\0\0\0\0\0\0",
    "        ",
    "1750   \0",
    Uint8Array.of(0x80, 0, 0, 0, 0, 0, 0, 9),
    "9",
  ),
  size: fc.constantFrom(
    "00000000005\0",
    "          5 ",
    "5\0",
    "+5\0",
    "0o5\0",
    "1_0\0",
    "-1\0",
    "\0",
    Uint8Array.of(0x80, 5),
  ),
  mtime: fc.constantFrom("14000000000\0", "\0", Uint8Array.of(0xff, 1), "0x5"),
  magic: fc.constantFrom(GNU, "ustar\0\0\0", "ustar  ", "", "ustar 00"),
  prefix: fc.constantFrom("p", "p/q", "/", "..", "p/", "p\0q"),
  link: fc.constantFrom("", "x"),
});

const paxValue = fc.oneof(fc.constantFrom("5", "SKILL.md", "a"), fc.string());
const paxHeader = fc
  .dictionary(fc.constantFrom("path", "size", "mtime", "comment", "uid", "linkpath"), paxValue, { maxKeys: 2 })
  .map((records) => pax(records));

const tarEntries = fc.array(fc.oneof({ weight: 6, arbitrary: tarEntry }, paxHeader), { maxLength: 4 });

const zipItem = odd<ZipItem>({
  flags: fc.constantFrom(0, 6, 8, 1),
  method: fc.constantFrom(0, 8, 9),
  mode: fc.constantFrom(0, 0o100755, 0o040755, 0o120777, 0o755),
  attributes: fc.constantFrom(0, 0x10, 0x20),
  madeBy: fc.constantFrom(20, (19 << 8) | 20),
  extra: fc.constantFrom(extraField(0x5455, "\x01\0\0\0\0"), extraField(0x7075, "\x01\0\0\0\0x"), extraField(1)),
  size: fc.constantFrom(0, 5),
  crc: fc.constantFrom(0, 0x3610a686),
  local: fc.oneof(
    fc.record({ name }),
    fc.record({ flags: fc.constantFrom(0, 8) }),
    fc.record({ crc: fc.constant(0), size: fc.constantFrom(0, 5), packedSize: fc.constantFrom(0, 7) }),
  ),
  descriptor: fc.constantFrom(descriptor("hello"), descriptor("hello", { marked: false })),
  comment: fc.constant("x"),
});

/** Sizes after the data: valid, or with one error. */
const streamed = fc.tuple(name, fc.boolean(), fc.boolean()).map(([name, marked, zero]): ZipItem => {
  const local = zero ? { crc: 0, size: 0, packedSize: 0 } : {};
  return { name, content: "hello", flags: 0x0808, local, descriptor: descriptor("hello", { marked }) };
});

interface Change {
  readonly at: number;
  readonly to: number;
}

/** A position relative to the length, so that it shrinks with the archive. Values with a meaning are more frequent. */
const changes = fc.oneof(
  fc.constant([]),
  fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      to: fc.oneof(fc.constantFrom(0, 1, 0x20, 0x2e, 0x2f, 0x30, 0x35, 0x5c, 0x80, 0xff), fc.nat(255)),
    }),
    { maxLength: 3 },
  ),
);

function change(bytes: Buffer, edits: readonly Change[]): Buffer {
  const changed = Buffer.from(bytes);
  for (const { at, to } of edits) if (changed.length > 0) changed[Math.floor(at * changed.length)] = to;
  return changed;
}

const BLOCK = 512;

/** Corrects the checksums. Otherwise every change would already fail there. */
function resum(tar: Buffer): Buffer {
  for (let at = 0; at + BLOCK <= tar.length; at += BLOCK) {
    const block = tar.subarray(at, at + BLOCK);
    if (block.toString("latin1", 257, 262) !== "ustar") continue;
    block.fill(0x20, 148, 156);
    block.write(
      `${block
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, "0")}\0 `,
      148,
      "latin1",
    );
  }
  return tar;
}

const tars = fc.tuple(tarEntries, changes).map(([entries, edits]) => gzip(resum(change(makeTar(entries), edits))));
const comment = fc.oneof(
  { weight: 5, arbitrary: fc.constant("") },
  fc.constantFrom("0123456789abcdef", "PK\x05\x06", `PK\x05\x06${"\0".repeat(20)}`),
);
const zips = fc
  .tuple(fc.array(fc.oneof({ weight: 4, arbitrary: zipItem }, streamed), { maxLength: 3 }), comment, changes)
  .map(([items, comment, edits]) => change(makeZip(items, { comment }), edits));
const cut = fc
  .tuple(fc.oneof(tars, zips), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([bytes, part]) => bytes.subarray(0, Math.ceil(bytes.length * part)));
const packedChange = fc.tuple(tars, changes).map(([bytes, edits]) => change(bytes, edits));

/** Any of these archives. Most are invalid, some are valid. */
export const nearlyArchives: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 8, arbitrary: tars },
  { weight: 8, arbitrary: zips },
  cut,
  packedChange,
  fc.uint8Array(),
);
