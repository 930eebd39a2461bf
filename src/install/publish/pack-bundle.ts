/** Packs a bundle as `.tar.gz`. The output is deterministic: no time, no owner, and the order of the bundle. */
import { crc32, deflateRawSync } from "node:zlib";
import { OperationError } from "../../model/errors.ts";
import type { Bundle, BundleFile } from "../../model/skills/bundle.ts";

const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

/**
 * Packs a bundle. Throws SK642 for a path that plain tar cannot store, because readers disagree on tar's extensions for
 * long paths.
 */
export function packBundle(bundle: Bundle): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (const file of bundle.files) {
    blocks.push(tarHeader(file), file.bytes, new Uint8Array(paddingOf(file.bytes.length)));
  }
  blocks.push(new Uint8Array(2 * BLOCK_BYTES));
  return gzip(Buffer.concat(blocks));
}

function paddingOf(length: number): number {
  return (BLOCK_BYTES - (length % BLOCK_BYTES)) % BLOCK_BYTES;
}

function tarHeader({ path, bytes, executable }: BundleFile): Uint8Array {
  const { prefix, name } = splitPath(path);
  const block = Buffer.alloc(BLOCK_BYTES);
  block.set(name, 0);
  block.write(octal(executable ? 0o755 : 0o644, 7), 100, "latin1");
  block.write(octal(0, 7), 108, "latin1");
  block.write(octal(0, 7), 116, "latin1");
  block.write(octal(bytes.length, 11), 124, "latin1");
  block.write(octal(0, 11), 136, "latin1");
  block.write("        0", 148, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  block.write(octal(0, 7), 329, "latin1");
  block.write(octal(0, 7), 337, "latin1");
  block.set(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)} `, 148, "latin1");
  return block;
}

function octal(value: number, digits: number): string {
  return `${value.toString(8).padStart(digits, "0")}\0`;
}

const SLASH = 0x2f;

/** Splits a path at the first slash after which the remaining name is short enough. */
function splitPath(path: string): { prefix: Uint8Array; name: Uint8Array } {
  const bytes = Buffer.from(path);
  if (bytes.length <= NAME_BYTES) return { prefix: new Uint8Array(0), name: bytes };
  const slash = bytes.indexOf(SLASH, bytes.length - NAME_BYTES - 1);
  if (slash === -1 || slash > PREFIX_BYTES)
    throw new OperationError("SK642", `\`${path}\` is too long for a tar archive`, {
      hint: `a name may have ${NAME_BYTES} bytes, and the directories before it ${PREFIX_BYTES}; rename the file`,
    });
  return { prefix: bytes.subarray(0, slash), name: bytes.subarray(slash + 1) };
}

/** A gzip header without time and name. Its operating system is "unknown". */
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff);

function gzip(tar: Uint8Array): Uint8Array {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(tar), 0);
  trailer.writeUInt32LE(tar.length % 2 ** 32, 4);
  return Buffer.concat([GZIP_HEADER, deflateRawSync(tar, { level: 9 }), trailer]);
}
