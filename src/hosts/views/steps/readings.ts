/**
 * Every file is read once and, where it is plain, read for all hosts at once; what is not plain is read by each dialect
 * once. The bytes are kept only for what is not plain.
 */
import { isUtf8 } from "node:buffer";
import { systemCode } from "../../../model/errors.ts";
import type { Files } from "../../../platform/files/files.ts";
import type { Dialect, Reading } from "../../dialects/dialect.ts";
import { type HeadReading, readPlain } from "../../dialects/plain.ts";

/** Larger files are not read at all: no host shows more of them than that they are there. */
export const MAX_READ_BYTES: number = 16 * 1024 * 1024;

interface FileText {
  readonly size: number;
  /** What every host reads alike. */
  readonly plain: HeadReading | undefined;
  readonly bytes: Uint8Array | undefined;
  readonly error: string | undefined;
  readings: Map<string, Reading> | undefined;
}

export class Readings {
  readonly #files: Files;
  readonly #texts = new Map<string, FileText>();
  #dialects: Readonly<Record<string, Dialect>> | undefined;

  constructor(files: Files) {
    this.#files = files;
  }

  /** The system's code where the file cannot be read. */
  errorOf(path: string): string | undefined {
    return this.#text(path).error;
  }

  sizeOf(path: string): number {
    return this.#text(path).size;
  }

  /** Must be called before `read` for every file that may not be plain: the dialects bring three YAML libraries. */
  async prepare(paths: readonly string[]): Promise<void> {
    if (this.#dialects || paths.every((path) => this.#text(path).plain)) return;
    this.#dialects = (await import("../../dialects/dialects.ts")).DIALECTS;
  }

  /** The file as it is, for changing it. */
  bytesOf(path: string): Uint8Array | undefined {
    const { bytes, error } = this.#text(path);
    return error === undefined ? (bytes ?? this.#files.readFile(path, MAX_READ_BYTES)) : undefined;
  }

  /** What a dialect would make of these bytes; `prepare` must have been asked for the file that they are made of. */
  readBytes(bytes: Uint8Array, dialect: string): Reading {
    const reader = this.#dialects?.[dialect];
    if (reader === undefined) throw new Error(`there is no dialect ${dialect}`);
    return reader(bytes);
  }

  /** Brings the dialects in, whatever the files are like. */
  async allDialects(): Promise<void> {
    this.#dialects ??= (await import("../../dialects/dialects.ts")).DIALECTS;
  }

  read(path: string, dialect: string): HeadReading {
    const text = this.#text(path);
    if (text.plain) return text.plain;
    let reading = text.readings?.get(dialect);
    if (reading === undefined) {
      const reader = this.#dialects?.[dialect];
      if (reader === undefined) throw new Error(`there is no dialect ${dialect}`);
      reading = reader(text.bytes ?? new Uint8Array());
      text.readings ??= new Map();
      text.readings.set(dialect, reading);
    }
    return reading;
  }

  #text(path: string): FileText {
    let text = this.#texts.get(path);
    if (text === undefined) {
      text = readFileText(path, this.#files);
      this.#texts.set(path, text);
    }
    return text;
  }
}

const HEAD_BYTES = 4096;

/** As much as holds a plain frontmatter. A character that is cut in two becomes another, which no plain line has. */
function headOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).toString();
}

/** Nearly every skill fits in here, and then neither its size need be asked for nor memory for its text. */
const SCRATCH_BYTES = 65_536;
let scratch: Buffer | undefined;

/** The file in memory that the next one overwrites; undefined where it is not as plain as most. */
function readQuickly(path: string, files: Files): Buffer | undefined {
  scratch ??= Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  try {
    const size = files.readHead(path, scratch, MAX_READ_BYTES);
    return size >= 0 && size < SCRATCH_BYTES ? scratch.subarray(0, size) : undefined;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

function readFileText(path: string, files: Files): FileText {
  try {
    const quick = readQuickly(path, files);
    const bytes = quick ?? files.readFile(path, MAX_READ_BYTES);
    const plain = isUtf8(bytes) ? readPlain(headOf(bytes)) : undefined;
    const kept = plain ? undefined : quick ? Buffer.from(quick) : bytes;
    return { size: bytes.length, plain, bytes: kept, error: undefined, readings: undefined };
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return { size: 0, plain: undefined, bytes: undefined, error: code, readings: undefined };
  }
}
