/** Reads a gzip file with one member. Other bytes before or after the member, and a second member, are rejected. */
import { crc32 } from "node:zlib";
import { BundleRefusal } from "../../../trust/bundle/refusal.ts";
import { inflateBytes, type SizeCap } from "./inflate.ts";

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const DEFLATED = 8;
const TEXT_FLAG = 1;
const NAME_FLAG = 8;
const MAX_NAME_BYTES = 1024;

const AGAIN = "fetch it again; if the error remains, ask the publisher";
const REPACK = "pack it again with plain `tar -czf`";

export function readGzip(bytes: Uint8Array, cap: SizeCap): Uint8Array {
  const start = headerLength(bytes);
  const inflated = inflateBytes(bytes.subarray(start), cap.bytes);
  if (inflated === "too-large")
    throw new BundleRefusal("SK642", {
      what: cap.what,
      help: "a skill is a small directory; archives that expand this much are refused",
    });
  const end = start + (inflated === "broken" ? 0 : inflated.consumed);
  if (inflated === "broken" || end + TRAILER_BYTES > bytes.length)
    throw new BundleRefusal("SK645", { what: "the compressed data is damaged or cut off", offset: start, help: AGAIN });
  const trailer = new DataView(bytes.buffer, bytes.byteOffset + end, TRAILER_BYTES);
  if (trailer.getUint32(0, true) !== crc32(inflated.bytes) || trailer.getUint32(4, true) !== inflated.bytes.length)
    throw new BundleRefusal("SK645", { what: "the content does not match its checksum", offset: end, help: AGAIN });
  if (end + TRAILER_BYTES !== bytes.length)
    throw new BundleRefusal("SK644", {
      what: "data follows the end of the archive",
      offset: end + TRAILER_BYTES,
      help: REPACK,
    });
  return inflated.bytes;
}

/**
 * Accepts a file name. Extra fields, comments and header checksums are rejected, because no packer of skills writes
 * them.
 */
function headerLength(bytes: Uint8Array): number {
  const flags = bytes[3] ?? 0;
  if (bytes.length < HEADER_BYTES + TRAILER_BYTES)
    throw new BundleRefusal("SK645", { what: "the archive is cut off", offset: bytes.length, help: AGAIN });
  if (bytes[2] !== DEFLATED || (flags & ~(TEXT_FLAG | NAME_FLAG)) !== 0)
    throw new BundleRefusal("SK646", { what: "the gzip header has unsupported parts", offset: 2, help: REPACK });
  if ((flags & NAME_FLAG) === 0) return HEADER_BYTES;
  const end = bytes.subarray(0, HEADER_BYTES + MAX_NAME_BYTES).indexOf(0, HEADER_BYTES);
  if (end === -1)
    throw new BundleRefusal("SK645", {
      what: "the name in the gzip header does not end",
      offset: HEADER_BYTES,
      help: AGAIN,
    });
  return end + 1;
}
