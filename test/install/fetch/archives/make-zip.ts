/** Makes invalid zip archives: local header, data and directory can differ. */
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipHeader {
  readonly name?: string | Uint8Array;
  readonly version?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly time?: number;
  readonly crc?: number;
  readonly packedSize?: number;
  readonly size?: number;
  readonly extra?: Uint8Array;
}

export interface ZipItem extends ZipHeader {
  readonly content?: string | Uint8Array;
  /** The bytes in the archive (default: the compressed content). */
  readonly packed?: Uint8Array;
  readonly madeBy?: number;
  readonly mode?: number;
  readonly attributes?: number;
  readonly comment?: string;
  readonly disk?: number;
  readonly offset?: number;
  /** Values of the local header that differ from the directory. */
  readonly local?: ZipHeader;
  /** Bytes that follow the data. */
  readonly descriptor?: Uint8Array;
  /** True if the directory does not list the entry. */
  readonly unlisted?: boolean;
}

export interface ZipParts {
  /** True if the directory lists the entries from the last to the first. */
  readonly backwards?: boolean;
  readonly before?: Uint8Array;
  readonly between?: Uint8Array;
  readonly beforeEnd?: Uint8Array;
  readonly comment?: string | Uint8Array;
  readonly commentLength?: number;
  readonly count?: number;
  readonly total?: number;
  readonly size?: number;
  readonly offset?: number;
  readonly disk?: number;
  readonly after?: Uint8Array;
}

export function makeZip(items: readonly ZipItem[], parts: ZipParts = {}): Buffer {
  const chunks: Uint8Array[] = [parts.before ?? new Uint8Array(0)];
  const directory: Uint8Array[] = [];
  let at = chunks[0]!.length;
  const push = (bytes: Uint8Array): void => {
    chunks.push(bytes);
    at += bytes.length;
  };
  for (const item of items) {
    const packed = packedOf(item);
    if (!item.unlisted) directory.push(centralHeader(item, packed, item.offset ?? at));
    push(localHeader(item, packed));
    push(packed);
    push(item.descriptor ?? new Uint8Array(0));
  }
  push(parts.between ?? new Uint8Array(0));
  const start = at;
  if (parts.backwards) directory.reverse();
  for (const header of directory) push(header);
  const size = at - start;
  push(parts.beforeEnd ?? new Uint8Array(0));
  push(endRecord(parts, directory.length, size, start));
  push(parts.after ?? new Uint8Array(0));
  return Buffer.concat(chunks);
}

function methodOf(item: ZipItem): number {
  return item.method ?? (item.content === undefined || item.content.length === 0 ? 0 : 8);
}

function packedOf(item: ZipItem): Uint8Array {
  const content = Buffer.from(item.content ?? "");
  return item.packed ?? (methodOf(item) === 8 ? deflateRawSync(content) : content);
}

function fieldsOf(item: ZipItem, packed: Uint8Array): Required<Omit<ZipHeader, "name" | "extra">> {
  const content = Buffer.from(item.content ?? "");
  return {
    version: item.version ?? 20,
    flags: item.flags ?? 0x0800,
    method: methodOf(item),
    time: item.time ?? 0x00210000,
    crc: item.crc ?? crc32(content),
    packedSize: item.packedSize ?? packed.length,
    size: item.size ?? content.length,
  };
}

function localHeader(item: ZipItem, packed: Uint8Array): Uint8Array {
  const fields = { ...fieldsOf(item, packed), ...item.local };
  const name = Buffer.from(item.local?.name ?? item.name ?? "SKILL.md");
  const extra = item.local?.extra ?? item.extra ?? new Uint8Array(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeShared(header, 4, fields);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function centralHeader(item: ZipItem, packed: Uint8Array, offset: number): Uint8Array {
  const name = Buffer.from(item.name ?? "SKILL.md");
  const extra = item.extra ?? new Uint8Array(0);
  const comment = Buffer.from(item.comment ?? "");
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(item.madeBy ?? (3 << 8) | 20, 4);
  writeShared(header, 6, fieldsOf(item, packed));
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt16LE(comment.length, 32);
  header.writeUInt16LE(item.disk ?? 0, 34);
  header.writeUInt16LE(item.attributes ?? 0, 38);
  header.writeUInt16LE(item.mode ?? (String(item.name).endsWith("/") ? 0o040755 : 0o100644), 40);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name, extra, comment]);
}

/** Writes the fields that both headers have in the same order. */
function writeShared(header: Buffer, at: number, fields: ZipHeader): void {
  header.writeUInt16LE(fields.version!, at);
  header.writeUInt16LE(fields.flags!, at + 2);
  header.writeUInt16LE(fields.method!, at + 4);
  header.writeUInt32LE(fields.time!, at + 6);
  header.writeUInt32LE(fields.crc!, at + 10);
  header.writeUInt32LE(fields.packedSize!, at + 14);
  header.writeUInt32LE(fields.size!, at + 18);
}

function endRecord(parts: ZipParts, count: number, size: number, offset: number): Uint8Array {
  const comment = Buffer.from(parts.comment ?? "");
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.disk ?? 0, 4);
  end.writeUInt16LE(parts.count ?? count, 8);
  end.writeUInt16LE(parts.total ?? parts.count ?? count, 10);
  end.writeUInt32LE(parts.size ?? size, 12);
  end.writeUInt32LE(parts.offset ?? offset, 16);
  end.writeUInt16LE(parts.commentLength ?? comment.length, 20);
  return Buffer.concat([end, comment]);
}

/** Returns the checksum and sizes that follow streamed data. */
export function descriptor(content: string, { marked = true, crc = crc32(content) } = {}): Buffer {
  const packed = deflateRawSync(Buffer.from(content));
  const fields = Buffer.alloc(12);
  fields.writeUInt32LE(crc, 0);
  fields.writeUInt32LE(packed.length, 4);
  fields.writeUInt32LE(Buffer.byteLength(content), 8);
  return marked ? Buffer.concat([Buffer.from("PK\x07\x08"), fields]) : fields;
}

export function extraField(id: number, data: Uint8Array | string = ""): Buffer {
  const bytes = Buffer.from(data);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(bytes.length, 2);
  return Buffer.concat([head, bytes]);
}
