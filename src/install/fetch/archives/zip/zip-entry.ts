/** Reads one header of a zip file's central directory, or rejects the header. */
import { BundleRefusal } from "../../../../trust/bundle/refusal.ts";

/** An entry. Its central header and its local header have the same values. */
export interface ZipEntry {
  readonly name: Uint8Array;
  readonly path: string;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** The Unix mode; 0 if there is none. */
  readonly mode: number;
  readonly attributes: number;
  /** Host OS from the zip header. */
  readonly system: number;
  /** Offset of the local header. */
  readonly offset: number;
}

export const ZIP_REFETCH_HINT = "fetch it again; if the error remains, ask the publisher";
export const REPACK_ZIP_HINT = "pack it again with plain `zip -r`, or as a `.tar.gz`";

/**
 * The highest accepted version of the format: 2.0, which plain deflate needs. Older readers would refuse or misread an
 * entry of a later version.
 */
export const MAX_ZIP_VERSION = 20;

export const ZIP_ENTRY_BYTES = 46;

/** Reads the complete entry at `at`. */
export function readZipEntry(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  nameLength: number,
  extraLength: number,
): ZipEntry {
  const name = bytes.subarray(at + ZIP_ENTRY_BYTES, at + ZIP_ENTRY_BYTES + nameLength);
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
  const refuse = (what: string): BundleRefusal =>
    new BundleRefusal("SK644", { entry: entry.path, what, offset: at, help: REPACK_ZIP_HINT });
  if (view.getUint16(at + 6, true) > MAX_ZIP_VERSION) throw refuse("needs a later version of the format");
  if (!SYSTEMS.has(entry.system)) throw refuse("was packed by a system that is not known here");
  if (view.getUint16(at + 32, true) !== 0) throw refuse("has a comment");
  if (view.getUint16(at + 34, true) !== 0) throw refuse("is in another part of the archive");
  checkExtra(bytes, at + ZIP_ENTRY_BYTES + nameLength, extraLength, entry.path);
  return entry;
}

/** Unix and macOS. Their file modes are reliable. */
export const UNIX_SYSTEMS: ReadonlySet<number> = new Set([3, 19]);
/** The accepted systems: Unix systems, DOS and Windows. */
const SYSTEMS: ReadonlySet<number> = new Set([...UNIX_SYSTEMS, 0, 10, 11, 14]);

const UTF8_FLAG = 0x0800;
const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes the name of an entry. Without the UTF-8 flag, only ASCII is accepted, because systems decode other characters
 * in different ways.
 */
function decodeName(name: Uint8Array, flags: number, offset: number): string {
  const refused = (what: string): BundleRefusal => new BundleRefusal("SK640", { what, offset, help: REPACK_ZIP_HINT });
  if ((flags & UTF8_FLAG) === 0 && name.some((byte) => byte > 0x7f))
    throw refused("the archive does not state the encoding of a name");
  try {
    return UTF8.decode(name);
  } catch {
    throw refused("a name is not UTF-8");
  }
}

/** Accepted extra fields: times and owners. Any other field could change a name, a size or the meaning of the bytes. */
const HARMLESS_EXTRA: ReadonlySet<number> = new Set([0x5455, 0x5855, 0x7855, 0x7875, 0x000a]);

/** Checks extra fields. They must fill their space exactly, and each field must be known and appear only once. */
export function checkExtra(bytes: Uint8Array, start: number, length: number, entry: string): void {
  const refuse = (what: string, offset: number): BundleRefusal =>
    new BundleRefusal("SK644", { entry, what, offset, help: REPACK_ZIP_HINT });
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
  if (at !== length) throw refuse("has an extra field of the wrong size", start);
}
