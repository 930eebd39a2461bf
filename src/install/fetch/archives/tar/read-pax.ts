/**
 * Reads the records of a PAX header. The records may repeat values of the entry's header, but not change these values.
 */
import { BundleRefusal } from "../../../../trust/bundle/refusal.ts";
import { REPACK_TAR_HINT, type TarHeader } from "./tar-header.ts";

// Maximum bytes of a PAX header. The attributes that macOS adds to every file fit into this size.
export const MAX_PAX_BYTES = 64 * 1024;

const ANY = /^/;
const NUMBER = /^\d{1,12}$/;
const TIME = /^-?\d{1,12}(?:\.\d{1,20})?$/;

/** Known keys and the format of their values. Only `path` and `size` could change an entry. */
const KEYS: ReadonlyMap<string, RegExp> = new Map([
  ...["path", "size", "comment", "uname", "gname"].map((key) => [key, ANY] as const),
  ...["uid", "gid", "SCHILY.dev", "SCHILY.ino", "SCHILY.nlink"].map((key) => [key, NUMBER] as const),
  ...["atime", "ctime", "mtime", "LIBARCHIVE.creationtime"].map((key) => [key, TIME] as const),
]);
/** Prefixes of keys for file attributes and for notes of old programs. Records with these keys are ignored. */
const KEY_PREFIXES = ["SCHILY.xattr.", "LIBARCHIVE.xattr.", "NODETAR."];

export type PaxRecords = ReadonlyMap<string, string>;

/** Reads records of the form `LENGTH KEY=VALUE\n`, up to the last byte. */
export function readPax(data: Uint8Array, offset: number): PaxRecords {
  const records = new Map<string, string>();
  // At least one record is required, because readers treat an empty header differently.
  for (let at = 0; at < data.length || at === 0; ) {
    const record = recordAt(data, at);
    if (record === undefined || records.has(record.key))
      throw new BundleRefusal("SK644", {
        what: "a PAX header is not well formed",
        offset: offset + at,
        help: REPACK_TAR_HINT,
      });
    const form = formOf(record.key);
    if (form === undefined)
      throw new BundleRefusal("SK644", {
        what: `a PAX header sets \`${record.key}\``,
        offset: offset + at,
        help: REPACK_TAR_HINT,
      });
    if (!form.test(record.value))
      throw new BundleRefusal("SK644", {
        what: `a PAX header has an invalid \`${record.key}\``,
        offset: offset + at,
        help: REPACK_TAR_HINT,
      });
    records.set(record.key, record.value);
    at += record.length;
  }
  return records;
}

function formOf(key: string): RegExp | undefined {
  return KEYS.get(key) ?? (KEY_PREFIXES.some((prefix) => key.startsWith(prefix)) ? ANY : undefined);
}

const SPACE = 0x20;
const EQUALS = 0x3d;
const NEWLINE = 0x0a;
const MAX_DIGITS = 6;

interface PaxRecord {
  readonly key: string;
  readonly value: string;
  readonly length: number;
}

function recordAt(data: Uint8Array, at: number): PaxRecord | undefined {
  const space = data.subarray(at, at + MAX_DIGITS + 1).indexOf(SPACE);
  const digits = Buffer.from(data.subarray(at, at + Math.max(0, space))).toString("latin1");
  if (!/^[1-9][0-9]*$/.test(digits)) return undefined;
  const length = Number(digits);
  const record = data.subarray(at, at + length);
  const equals = record.indexOf(EQUALS, space);
  if (record.length < length || record[length - 1] !== NEWLINE || equals === -1) return undefined;
  const key = Buffer.from(record.subarray(space + 1, equals)).toString("latin1");
  if (!/^[\x21-\x7e]{1,256}$/.test(key)) return undefined;
  return { key, value: Buffer.from(record.subarray(equals + 1, length - 1)).toString("utf8"), length };
}

/** Ensures that readers with and without PAX support see the same entry. `entryName` checks the name. */
export function checkPaxAgreement({ path: entry, size, offset }: TarHeader, records: PaxRecords): void {
  if (records.has("size") && records.get("size") !== String(size))
    throw new BundleRefusal("SK644", {
      entry,
      what: "has another size in its PAX header",
      offset,
      help: REPACK_TAR_HINT,
    });
}
