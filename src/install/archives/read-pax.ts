/** The records of a PAX header. They may say what the header of the entry says too, and nothing that would change it. */
import { Refusal } from "../refusal.ts";
import { REPACK, type TarHeader } from "./tar-header.ts";

// The attributes that macOS adds to every file, and room to spare.
export const MAX_PAX_BYTES = 64 * 1024;

/** Keys that change nothing about a file's name, kind or bytes. */
const HARMLESS = new Set([
  "comment",
  "atime",
  "ctime",
  "mtime",
  "uid",
  "gid",
  "uname",
  "gname",
  "LIBARCHIVE.creationtime",
]);
const HARMLESS_PREFIXES = ["SCHILY.xattr.", "LIBARCHIVE.xattr."];

export type PaxRecords = ReadonlyMap<string, string>;

/** Records of the form `LENGTH KEY=VALUE\n`, to the last byte. */
export function readPax(data: Uint8Array, offset: number): PaxRecords {
  const records = new Map<string, string>();
  // At least one: readers disagree on what a header without any is.
  for (let at = 0; at < data.length || at === 0; ) {
    const record = recordAt(data, at);
    if (record === undefined || records.has(record.key))
      throw new Refusal("SK644", { what: "a PAX header is not well formed", offset: offset + at, help: REPACK });
    if (!isKnown(record.key))
      throw new Refusal("SK644", { what: `a PAX header sets \`${record.key}\``, offset: offset + at, help: REPACK });
    records.set(record.key, record.value);
    at += record.length;
  }
  return records;
}

function isKnown(key: string): boolean {
  return (
    key === "path" || key === "size" || HARMLESS.has(key) || HARMLESS_PREFIXES.some((each) => key.startsWith(each))
  );
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

/** [Z6] A reader that skips PAX headers and one that obeys them must see the same entry. */
export function agreeWithPax(header: TarHeader, records: PaxRecords): void {
  const { path: entry, size, offset } = header;
  const path = records.get("path");
  if (path !== undefined && path !== entry)
    throw new Refusal("SK644", { entry, what: "has another name in its PAX header", offset, help: REPACK });
  if (records.has("size") && records.get("size") !== String(size))
    throw new Refusal("SK644", { entry, what: "has another size in its PAX header", offset, help: REPACK });
}
