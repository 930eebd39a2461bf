/** Reads one header block of a tar file in POSIX or GNU form. Any other block is rejected. */
import { BundleRefusal } from "../../../../trust/bundle/refusal.ts";

export const BLOCK_BYTES = 512;

export interface TarHeader {
  /** The path as written, with the prefix. */
  readonly path: string;
  /** The bytes of the path. */
  readonly name: Uint8Array;
  /** The type of the entry. A file is always `0`, although tar has two spellings for files. */
  readonly type: string;
  readonly size: number;
  readonly mode: number;
  readonly offset: number;
}

const AGAIN = "fetch it again; if the error remains, ask the publisher";
export const REPACK_TAR_HINT = "pack it again with `tar --format=ustar -czf`, or as a zip";

/** Reads the complete block at `offset` of `tar`. `isCut` is true if the name may end within a character. */
export function readTarHeader(tar: Uint8Array, offset: number, isCut = false): TarHeader {
  const block = tar.subarray(offset, offset + BLOCK_BYTES);
  if (checksum(block) !== octal(block, 148, 8, offset))
    throw new BundleRefusal("SK645", { what: "a header does not match its checksum", offset, help: AGAIN });
  const name = readName(block, offset);
  const path = isCut ? Buffer.from(name).toString("utf8") : decoded(name, offset);
  const refuse = (what: string): BundleRefusal =>
    new BundleRefusal("SK644", { entry: path, what, offset, help: REPACK_TAR_HINT });
  const type = block[156] === 0 ? "0" : String.fromCharCode(block[156] as number);
  // These numbers are not used. They are checked only because other readers might fail on invalid numbers.
  for (const [at, length] of UNUSED_NUMBERS) looseNumber(block, at, length, offset);
  if (!isAllZero(block, 500, 12)) throw refuse("has data in a part of its header that must be empty");
  if ("0" === type && block[157] !== 0) throw refuse("is a file and names the target of a link");
  return { path, name, type, size: octal(block, 124, 12, offset), mode: octal(block, 100, 8, offset), offset };
}

/** Positions of the numbers for owner, group, time and device. */
const UNUSED_NUMBERS: readonly (readonly [at: number, length: number])[] = [
  [108, 8],
  [116, 8],
  [136, 12],
  [329, 8],
  [337, 8],
];

function readName(block: Uint8Array, offset: number): Uint8Array {
  const magic = latin1(block, 257, 8);
  const name = bytesOf(block, 0, 100, offset);
  // GNU stores times and sparse maps in the field of POSIX's prefix. Readers disagree on the meaning, so the field must
  // be empty.
  if (magic === "ustar  \0" && isAllZero(block, 345, 155)) return name;
  if (magic !== "ustar\x0000")
    throw new BundleRefusal("SK644", {
      what: "a header has a form that readers interpret differently",
      offset,
      help: REPACK_TAR_HINT,
    });
  const prefix = bytesOf(block, 345, hasTimes(block) ? 130 : 155, offset);
  return prefix.length === 0 ? name : Buffer.concat([prefix, SLASH, name]);
}

const SLASH = Buffer.from("/");

/**
 * Returns true for npm's older format, which has two times after a shorter prefix. Every reader stops at the NUL before
 * them.
 */
function hasTimes(block: Uint8Array): boolean {
  return block[475] === 0 && /^(?:[0-7]{11}[ \0]){2}$/.test(latin1(block, 476, 24));
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function bytesOf(block: Uint8Array, at: number, length: number, offset: number): Uint8Array {
  const field = block.subarray(at, at + length);
  const nul = field.indexOf(0);
  const end = nul === -1 ? length : nul;
  if (!isAllZero(field, end, length - end))
    throw new BundleRefusal("SK644", {
      what: "a name has text after its end",
      offset: offset + at + end,
      help: REPACK_TAR_HINT,
    });
  return field.subarray(0, end);
}

function decoded(name: Uint8Array, offset: number): string {
  try {
    return UTF8.decode(name);
  } catch {
    throw new BundleRefusal("SK640", { what: "a name is not UTF-8", offset, help: REPACK_TAR_HINT });
  }
}

/** Reads digits followed by a space or NUL. Readers disagree on signs, other digits and unterminated numbers. */
function octal(block: Uint8Array, at: number, length: number, offset: number): number {
  const field = latin1(block, at, length);
  const digits = /^ *([0-7]+)[ \0]+$/.exec(field)?.[1];
  if (digits === undefined)
    throw new BundleRefusal("SK644", {
      what: "a number in a header is not plain octal",
      offset: offset + at,
      help: REPACK_TAR_HINT,
    });
  return Number.parseInt(digits, 8);
}

/** Checks a number like `octal`, but also accepts an empty field, and GNU's binary form of large owner numbers. */
function looseNumber(block: Uint8Array, at: number, length: number, offset: number): void {
  if (!isAllZero(block, at, length) && block[at] !== 0x80) octal(block, at, length, offset);
}

/** Returns the sum of all bytes, with the checksum field as spaces. */
function checksum(block: Uint8Array): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < BLOCK_BYTES; at++) if (at < 148 || at >= 156) sum += block[at] as number;
  return sum;
}

function latin1(block: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...block.subarray(at, at + length));
}

export function isAllZero(bytes: Uint8Array, at: number, length: number): boolean {
  for (let each = at; each < at + length; each++) if (bytes[each] !== 0) return false;
  return true;
}
