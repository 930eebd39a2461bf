/**
 * Reads the files and directories of a zip file, or rejects it. The directory and the local headers must be identical.
 */
import { crc32 } from "node:zlib";
import type { BundleFile, InstallLimits } from "../../../../model/skills/bundle.ts";
import { BundleRefusal } from "../../../../trust/bundle/refusal.ts";
import { inflateBytes, type SizeCap } from "../inflate.ts";
import type { TarEntries } from "../tar/read-tar.ts";
import { checkZipKind } from "./check-zip-kind.ts";
import { locateZipData } from "./locate-zip-data.ts";
import { readZipDirectory } from "./zip-directory.ts";
import { UNIX_SYSTEMS, ZIP_REFETCH_HINT, type ZipEntry } from "./zip-entry.ts";

export function readZip(bytes: Uint8Array, cap: SizeCap, limits: InstallLimits): TarEntries {
  const directory = readZipDirectory(bytes, limits);
  stopAtLimit(directory.entries, cap, limits);
  const isDirectory = directory.entries.map(checkZipKind);
  const data = locateZipData(bytes, directory);
  const files: BundleFile[] = [];
  const directories: string[] = [];
  for (const [index, entry] of directory.entries.entries()) {
    if (isDirectory[index]) directories.push(entry.path.slice(0, -1));
    else
      files.push({
        path: entry.path,
        bytes: contentOf(entry, data.get(entry)!),
        executable: isExecutable(entry),
      });
  }
  return { files, directories };
}

/** Checks the declared sizes before inflation. No more than the declared size is ever inflated. */
function stopAtLimit(entries: readonly ZipEntry[], cap: SizeCap, limits: InstallLimits): void {
  const help = "a skill is a small directory; keep data and dependencies elsewhere";
  let total = 0;
  for (const { path, size, offset } of entries) {
    total += size;
    if (size > limits.maxFileBytes)
      throw new BundleRefusal("SK642", {
        entry: path,
        what: `is larger than ${limits.maxFileBytes} bytes`,
        offset,
        help,
      });
    if (total > cap.bytes) throw new BundleRefusal("SK642", { what: cap.what, help });
  }
}

function isExecutable({ system, mode }: ZipEntry): boolean {
  return UNIX_SYSTEMS.has(system) && (mode & 0o100) !== 0;
}

function contentOf(entry: ZipEntry, packed: Uint8Array): Uint8Array {
  const broken = (what: string): BundleRefusal =>
    new BundleRefusal("SK645", { entry: entry.path, what, offset: entry.offset, help: ZIP_REFETCH_HINT });
  const content = entry.method === 0 ? packed : inflateWhole(packed, entry.size);
  if (content === undefined || content.length !== entry.size)
    throw broken("is damaged, or does not have the size that its header states");
  if (crc32(content) !== entry.crc) throw broken("does not match its checksum");
  return content;
}

function inflateWhole(packed: Uint8Array, size: number): Uint8Array | undefined {
  const inflated = inflateBytes(packed, size);
  return typeof inflated === "string" || inflated.consumed !== packed.length ? undefined : inflated.bytes;
}
