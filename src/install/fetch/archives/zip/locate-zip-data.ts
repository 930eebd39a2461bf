/** Compares the local headers of a zip file with its directory: no gaps, no overlaps, no differences. */
import { BundleRefusal } from "../../../../trust/bundle/refusal.ts";
import type { ZipDirectory } from "./zip-directory.ts";
import { checkExtra, MAX_ZIP_VERSION, REPACK_ZIP_HINT, ZIP_REFETCH_HINT, type ZipEntry } from "./zip-entry.ts";

const LOCAL_BYTES = 30;
const LOCAL_MAGIC = 0x04034b50;
const DESCRIPTOR_MAGIC = 0x08074b50;
const DESCRIPTOR_BYTES = 12;
const SIZES_FOLLOW = 0x0008;

/** Returns the packed bytes of each entry. Every byte before the directory must belong to an entry. */
export function locateZipData(bytes: Uint8Array, directory: ZipDirectory): Map<ZipEntry, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const inOrder = [...directory.entries].sort((a, b) => a.offset - b.offset);
  const found = new Map<ZipEntry, Uint8Array>();
  let at = 0;
  for (const [index, entry] of inOrder.entries()) {
    if (entry.offset !== at)
      throw differs(entry, "overlaps with another entry, or does not directly follow the previous entry", entry.offset);
    const next = inOrder[index + 1]?.offset ?? directory.offset;
    const start = checkLocal(bytes, view, entry, directory.offset);
    const end = start + entry.packedSize;
    if (end > next) throw differs(entry, "overlaps with what follows it", start);
    checkDescriptor(view, entry, end, next - end);
    found.set(entry, bytes.subarray(start, end));
    at = next;
  }
  if (at !== directory.offset)
    throw new BundleRefusal("SK644", {
      what: "there is data that belongs to no entry",
      offset: at,
      help: REPACK_ZIP_HINT,
    });
  return found;
}

/** Returns the offset of the entry's data. */
function checkLocal(bytes: Uint8Array, view: DataView, entry: ZipEntry, limit: number): number {
  const at = entry.offset;
  if (at + LOCAL_BYTES > limit || view.getUint32(at, true) !== LOCAL_MAGIC)
    throw new BundleRefusal("SK645", {
      entry: entry.path,
      what: "is not at the position that the directory states",
      offset: at,
      help: ZIP_REFETCH_HINT,
    });
  const nameEnd = at + LOCAL_BYTES + view.getUint16(at + 26, true);
  const end = nameEnd + view.getUint16(at + 28, true);
  if (end > limit) throw differs(entry, "overlaps with what follows it", at);
  if (view.getUint16(at + 4, true) > MAX_ZIP_VERSION) throw differs(entry, "needs a later version of the format", at);
  if (Buffer.compare(bytes.subarray(at + LOCAL_BYTES, nameEnd), entry.name) !== 0)
    throw differs(entry, "has another name in its own header", at);
  checkExtra(bytes, nameEnd, end - nameEnd, entry.path);
  if (!sameFields(view, entry)) throw differs(entry, "has other values in its own header", at);
  return end;
}

function sameFields(view: DataView, entry: ZipEntry): boolean {
  const at = entry.offset;
  const later = (entry.flags & SIZES_FOLLOW) !== 0;
  const same = (field: number, value: number): boolean => {
    const local = view.getUint32(at + field, true);
    return local === value || (later && local === 0);
  };
  return (
    view.getUint16(at + 6, true) === entry.flags &&
    view.getUint16(at + 8, true) === entry.method &&
    view.getUint32(at + 10, true) === entry.time &&
    same(14, entry.crc) &&
    same(18, entry.packedSize) &&
    same(22, entry.size)
  );
}

/** Checks the checksum and sizes that follow the data if the flag is set. Their signature is optional. */
function checkDescriptor(view: DataView, entry: ZipEntry, at: number, length: number): void {
  if ((entry.flags & SIZES_FOLLOW) === 0) {
    if (length !== 0) throw differs(entry, "is followed by data that belongs to no entry", at);
    return;
  }
  // A reader of streams cannot know where stored data ends.
  if (entry.method === 0 && entry.size > 0)
    throw differs(entry, "does not state its size before its data", entry.offset);
  const marked = length === DESCRIPTOR_BYTES + 4 && view.getUint32(at, true) === DESCRIPTOR_MAGIC;
  const fields = marked ? at + 4 : at;
  const fits =
    (marked || length === DESCRIPTOR_BYTES) &&
    view.getUint32(fields, true) === entry.crc &&
    view.getUint32(fields + 4, true) === entry.packedSize &&
    view.getUint32(fields + 8, true) === entry.size;
  if (!fits) throw differs(entry, "has other values in the record after its data", at);
}

function differs({ path: entry }: ZipEntry, what: string, offset: number): BundleRefusal {
  return new BundleRefusal("SK644", { entry, what, offset, help: REPACK_ZIP_HINT });
}
