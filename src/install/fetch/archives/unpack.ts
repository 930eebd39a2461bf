/**
 * Unpacks the bytes of an archive into a bundle, or returns why it cannot. The readers reject everything unknown, and
 * everything that two readers could interpret differently. Therefore the installed files are exactly the reviewed
 * files. Unpacking works in memory within named limits, writes nothing, and does not know the source.
 */
import { INSTALL_LIMITS, type InstallLimits, type Unpacked } from "../../../model/skills/bundle.ts";
import { makeBundle } from "../../../trust/bundle/make-bundle.ts";
import { BundleRefusal } from "../../../trust/bundle/refusal.ts";
import type { SizeCap } from "./inflate.ts";
import { readGzip } from "./read-gzip.ts";
import { maxTarBytes, readTar, type TarEntries } from "./tar/read-tar.ts";
import { readZip } from "./zip/read-zip.ts";

// Content up to this size may have any compression ratio. Padding and empty space compress well, and content of this
// size does no harm.
const MIN_RATIO_BYTES = 1024 * 1024;

/** Unpacks a gzipped tar file or a zip file. It detects the format by the first bytes, never by the name. */
export function unpackArchive(bytes: Uint8Array, limits: InstallLimits = INSTALL_LIMITS): Unpacked {
  try {
    const { files, directories } = readEntries(bytes, limits);
    return makeBundle(files, limits, directories);
  } catch (error) {
    if (!(error instanceof BundleRefusal)) throw error;
    return { refused: [error.finding] };
  }
}

function readEntries(bytes: Uint8Array, limits: InstallLimits): TarEntries {
  if (startsWith(bytes, [0x1f, 0x8b]))
    return readTar(readGzip(bytes, capOf(bytes.length, maxTarBytes(limits), limits)), limits);
  if (startsWith(bytes, [0x50, 0x4b])) return readZip(bytes, capOf(bytes.length, limits.maxBytes, limits), limits);
  const kind = KNOWN.find(([magic]) => startsWith(bytes, magic))?.[1];
  throw new BundleRefusal("SK646", {
    what: kind === undefined ? "this is not a supported archive" : `this is ${kind}, which is not supported`,
    help: "check that this is the archive itself; it has to be a `.tar.gz` or a `.zip`",
  });
}

/** Returns the smaller of two limits: the maximum size, and the size that the maximum ratio allows for this archive. */
function capOf(packed: number, maxBytes: number, { maxRatio }: InstallLimits): SizeCap {
  const ratioBytes = Math.max(MIN_RATIO_BYTES, packed * maxRatio);
  return ratioBytes < maxBytes
    ? { bytes: ratioBytes, what: `unpacked it is more than ${maxRatio} times as large` }
    : { bytes: maxBytes, what: `unpacked it is more than ${maxBytes} bytes` };
}

/** Other formats that the error message names. */
const KNOWN: readonly (readonly [magic: readonly number[], name: string])[] = [
  [[0x42, 0x5a, 0x68], "a bzip2 file"],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "an xz file"],
  [[0x28, 0xb5, 0x2f, 0xfd], "a zstd file"],
  [[0x37, 0x7a, 0xbc, 0xaf], "a 7z file"],
  [[0x52, 0x61, 0x72, 0x21], "a RAR file"],
  [[0x3c], "a page of HTML or XML"],
];

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}
