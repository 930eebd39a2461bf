/** Reads the central directory of a zip file: its entries and their positions. */
import type { InstallLimits } from "../../../../model/skills/bundle.ts";
import { BundleRefusal } from "../../../../trust/bundle/refusal.ts";
import { REPACK_ZIP_HINT, readZipEntry, ZIP_ENTRY_BYTES, ZIP_REFETCH_HINT, type ZipEntry } from "./zip-entry.ts";

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** The offset at which the directory starts and the entries end. */
  readonly offset: number;
}

const END_BYTES = 22;
const END_MAGIC = 0x06054b50;
const ENTRY_MAGIC = 0x02014b50;
const MAX_COMMENT_BYTES = 0xffff;
const IN_ZIP64_16 = 0xffff;
const IN_ZIP64_32 = 0xffffffff;

export function readZipDirectory(bytes: Uint8Array, limits: InstallLimits): ZipDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const offset = view.getUint32(end + 16, true);
  const oneDisk = view.getUint32(end + 4, true) === 0 && view.getUint16(end + 8, true) === count;
  if (!oneDisk || count === IN_ZIP64_16 || size === IN_ZIP64_32 || offset === IN_ZIP64_32)
    throw new BundleRefusal("SK646", {
      what: "it is a multi-part or ZIP64 file",
      offset: end,
      help: REPACK_ZIP_HINT,
    });
  if (offset + size !== end)
    throw new BundleRefusal("SK644", {
      what: "the central directory of the archive is not at the stated position",
      offset: end,
      help: REPACK_ZIP_HINT,
    });
  if (count > 2 * limits.maxFiles)
    throw new BundleRefusal("SK642", {
      what: `there are more than ${2 * limits.maxFiles} files and directories`,
      offset: end,
      help: "a skill is a small directory; keep data and dependencies elsewhere",
    });
  return { entries: readEntries(bytes, view, offset, end, count), offset };
}

/**
 * Finds the only end record whose comment ends with the file. A second record or a signature in the comment misleads
 * readers and is rejected.
 */
function findEnd(view: DataView): number {
  const marks: number[] = [];
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = view.byteLength - 4; at >= first; at--) if (view.getUint32(at, true) === END_MAGIC) marks.push(at);
  const ends = marks.filter((at) => commentEnd(view, at) === view.byteLength);
  const [end] = ends;
  if (end === undefined)
    throw new BundleRefusal("SK645", {
      what: "the archive is cut off, or data follows its end",
      offset: view.byteLength,
      help: ZIP_REFETCH_HINT,
    });
  const other = ends[1] ?? marks.find((at) => at > end);
  if (other !== undefined)
    throw new BundleRefusal("SK644", { what: "the archive has two end records", offset: other, help: REPACK_ZIP_HINT });
  return end;
}

function commentEnd(view: DataView, at: number): number {
  const fits = at + END_BYTES <= view.byteLength;
  return fits ? at + END_BYTES + view.getUint16(at + 20, true) : -1;
}

function readEntries(bytes: Uint8Array, view: DataView, start: number, end: number, count: number): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + ZIP_ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY_MAGIC) break;
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + ZIP_ENTRY_BYTES + nameLength + extraLength + view.getUint16(at + 32, true);
    if (next > end) break;
    entries.push(readZipEntry(bytes, view, at, nameLength, extraLength));
    at = next;
  }
  if (entries.length !== count || at !== end)
    throw new BundleRefusal("SK644", {
      what: "the central directory of the archive contradicts its end record",
      offset: at,
      help: REPACK_ZIP_HINT,
    });
  return entries;
}
