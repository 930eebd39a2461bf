/** The central directory of a zip file: what the archive says it holds, and where. */
import type { InstallLimits } from "../../model/bundle.ts";
import { Refusal } from "../refusal.ts";

/** An entry as both of its headers must have it. */
export interface ZipEntry {
  readonly name: Uint8Array;
  readonly path: string;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** The Unix mode, 0 where there is none. */
  readonly mode: number;
  readonly attributes: number;
  /** Who packed it. */
  readonly system: number;
  /** Of its local header. */
  readonly offset: number;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** Where the directory begins, and so where the entries end. */
  readonly offset: number;
}

export const ZIP_AGAIN = "fetch it again; if it stays so, ask whoever published it";
export const ZIP_REPACK = "pack it again with plain `zip -r`, or as a `.tar.gz`";

/** Plain deflate. A later version means an older reader would refuse, or do something else. */
export const MAX_ZIP_VERSION = 20;

const END_BYTES = 22;
const END_MAGIC = 0x06054b50;
const ENTRY_BYTES = 46;
const ENTRY_MAGIC = 0x02014b50;
const MAX_COMMENT_BYTES = 0xffff;
const IN_ZIP64_16 = 0xffff;
const IN_ZIP64_32 = 0xffffffff;

/** [Z5] [Z6] */
export function readZipDirectory(bytes: Uint8Array, limits: InstallLimits): ZipDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const offset = view.getUint32(end + 16, true);
  const oneDisk = view.getUint32(end + 4, true) === 0 && view.getUint16(end + 8, true) === count;
  if (!oneDisk || count === IN_ZIP64_16 || size === IN_ZIP64_32 || offset === IN_ZIP64_32)
    throw new Refusal("SK646", {
      what: "it is a zip file of several parts, or of the large form",
      offset: end,
      help: ZIP_REPACK,
    });
  if (offset + size !== end)
    throw new Refusal("SK644", {
      what: "the directory of the archive is not where it should be",
      offset: end,
      help: ZIP_REPACK,
    });
  if (count > 2 * limits.maxFiles)
    throw new Refusal("SK642", {
      what: `there are more than ${2 * limits.maxFiles} files and directories`,
      offset: end,
      help: "a skill is a small directory; keep data and dependencies elsewhere",
    });
  return { entries: readEntries(bytes, view, offset, end, count), offset };
}

/** The one record whose comment ends with the file. Where there are two, each reader would choose its own. */
function findEnd(view: DataView): number {
  const found: number[] = [];
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = view.byteLength - END_BYTES; at >= first; at--) {
    if (view.getUint32(at, true) !== END_MAGIC) continue;
    if (at + END_BYTES + view.getUint16(at + 20, true) === view.byteLength) found.push(at);
  }
  const [end] = found;
  if (end === undefined)
    throw new Refusal("SK645", {
      what: "the archive is cut off, or data follows its end",
      offset: view.byteLength,
      help: ZIP_AGAIN,
    });
  if (found.length > 1)
    throw new Refusal("SK644", { what: "the archive has two ends", offset: found[1] as number, help: ZIP_REPACK });
  return end;
}

function readEntries(bytes: Uint8Array, view: DataView, start: number, end: number, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY_MAGIC) break;
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + ENTRY_BYTES + nameLength + extraLength + view.getUint16(at + 32, true);
    if (next > end) break;
    entries.push(readEntry(bytes, view, at, nameLength, extraLength));
    at = next;
  }
  if (entries.length !== count || at !== end)
    throw new Refusal("SK644", {
      what: "the directory of the archive is not what its end says",
      offset: at,
      help: ZIP_REPACK,
    });
  return entries;
}

function readEntry(bytes: Uint8Array, view: DataView, at: number, nameLength: number, extraLength: number): ZipEntry {
  const name = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength);
  const flags = view.getUint16(at + 8, true);
  const entry: ZipEntry = {
    name,
    path: decodeName(name, flags, at),
    flags,
    method: view.getUint16(at + 10, true),
    time: view.getUint32(at + 12, true),
    crc: view.getUint32(at + 16, true),
    packedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    mode: view.getUint16(at + 40, true),
    attributes: view.getUint16(at + 38, true),
    system: view.getUint8(at + 5),
    offset: view.getUint32(at + 42, true),
  };
  const refuse = (what: string): Refusal =>
    new Refusal("SK644", { entry: entry.path, what, offset: at, help: ZIP_REPACK });
  if (view.getUint16(at + 6, true) > MAX_ZIP_VERSION) throw refuse("needs a later version of the format");
  if (!SYSTEMS.has(entry.system)) throw refuse("was packed by a system that is not known here");
  if (view.getUint16(at + 32, true) !== 0) throw refuse("has a comment");
  if (view.getUint16(at + 34, true) !== 0) throw refuse("is in another part of the archive");
  checkExtra(bytes, at + ENTRY_BYTES + nameLength, extraLength, entry.path);
  return entry;
}

/** Unix and macOS, whose modes mean what they say. */
export const UNIX_SYSTEMS: ReadonlySet<number> = new Set([3, 19]);
/** With DOS and Windows in their spellings. */
const SYSTEMS: ReadonlySet<number> = new Set([...UNIX_SYSTEMS, 0, 10, 11, 14]);

const UTF8_FLAG = 0x0800;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Without its flag, each system reads other letters than ASCII in its own way. */
function decodeName(name: Uint8Array, flags: number, offset: number): string {
  const refused = (what: string): Refusal => new Refusal("SK640", { what, offset, help: ZIP_REPACK });
  if ((flags & UTF8_FLAG) === 0 && name.some((byte) => byte > 0x7f))
    throw refused("a name has letters whose encoding the archive does not say");
  try {
    return UTF8.decode(name);
  } catch {
    throw refused("a name is not UTF-8");
  }
}

/** Times and owners. Other fields could change a name, a size or what the bytes mean. */
const HARMLESS_EXTRA: ReadonlySet<number> = new Set([0x5455, 0x5855, 0x7855, 0x7875, 0x000a]);

/** [Z6] Extra fields that fill their place exactly, each known and there once. */
export function checkExtra(bytes: Uint8Array, start: number, length: number, entry: string): void {
  const refuse = (what: string, offset: number): Refusal =>
    new Refusal("SK644", { entry, what, offset, help: ZIP_REPACK });
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, length);
  const seen = new Set<number>();
  let at = 0;
  while (at + 4 <= length) {
    const id = view.getUint16(at, true);
    if (!HARMLESS_EXTRA.has(id) || seen.has(id))
      throw refuse(`has the extra field 0x${id.toString(16).padStart(4, "0")}`, start + at);
    seen.add(id);
    at += 4 + view.getUint16(at + 2, true);
  }
  if (at !== length) throw refuse("has an extra field that does not fit", start);
}
