/** Makes invalid tar archives: tests can set every field, and all defaults are valid. */
import { deflateRawSync, crc32 as zlibCrc32 } from "node:zlib";

export interface TarEntry {
  readonly name?: string | Uint8Array;
  readonly content?: string | Uint8Array;
  readonly type?: string;
  readonly mode?: string;
  readonly uid?: string | Uint8Array;
  /** The size field as written (default: the content's length). */
  readonly size?: string | Uint8Array;
  readonly mtime?: string | Uint8Array;
  readonly link?: string;
  /** The fields magic and version. */
  readonly magic?: string;
  readonly prefix?: string | Uint8Array;
  /** Bytes that overwrite the finished header before its checksum is computed. */
  readonly patch?: Readonly<Record<number, string | Uint8Array>>;
  readonly checksum?: string;
}

export const GNU = "ustar  \0";
const BLOCK = 512;

/** Returns the entries and two empty blocks. */
export function makeTar(entries: readonly TarEntry[], end: Uint8Array = new Uint8Array(2 * BLOCK)): Buffer {
  return Buffer.concat([...entries.map(tarEntry), end]);
}

export function makeTarGz(entries: readonly TarEntry[], end?: Uint8Array): Buffer {
  return gzip(makeTar(entries, end));
}

export function tarEntry(entry: TarEntry): Buffer {
  const content = Buffer.from(entry.content ?? "");
  const header = Buffer.alloc(BLOCK);
  put(header, 0, entry.name ?? "SKILL.md");
  put(header, 100, entry.mode ?? "0000644\0");
  put(header, 108, entry.uid ?? "0000000\0");
  put(header, 116, "0000000\0");
  put(header, 124, entry.size ?? `${content.length.toString(8).padStart(11, "0")}\0`);
  put(header, 136, entry.mtime ?? "00000000000\0");
  put(header, 148, "        ");
  put(header, 156, entry.type ?? "0");
  put(header, 157, entry.link ?? "");
  put(header, 257, entry.magic ?? "ustar\x0000");
  put(header, 345, entry.prefix ?? "");
  for (const [at, bytes] of Object.entries(entry.patch ?? {})) put(header, Number(at), bytes);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(header, 148, entry.checksum ?? `${sum.toString(8).padStart(6, "0")}\0 `);
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}

function put(block: Buffer, at: number, value: string | Uint8Array): void {
  block.set(typeof value === "string" ? Buffer.from(value) : value, at);
}

/** Returns a PAX header for the next entry. */
export function pax(records: Readonly<Record<string, string>> | string, type = "x"): TarEntry {
  const content =
    typeof records === "string"
      ? records
      : Object.entries(records)
          .map(([key, value]) => paxRecord(key, value))
          .join("");
  return { name: "PaxHeader/entry", type, content };
}

export function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (String(length).length + rest !== length) length++;
  return `${length} ${key}=${value}\n`;
}

export interface GzipParts {
  readonly header?: Uint8Array;
  readonly crc?: number;
  readonly length?: number;
  readonly after?: Uint8Array;
  /** Compression level. With 0, the content is stored without compression, which is fast. */
  readonly level?: number;
}

export function gzip(content: Uint8Array, parts: GzipParts = {}): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(parts.crc ?? zlibCrc32(content), 0);
  trailer.writeUInt32LE(parts.length ?? content.length, 4);
  return Buffer.concat([
    parts.header ?? Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff),
    deflateRawSync(content, { level: parts.level ?? 6 }),
    trailer,
    parts.after ?? new Uint8Array(0),
  ]);
}
