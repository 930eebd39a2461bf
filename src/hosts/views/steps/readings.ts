/**
 * Reads every file once. Simple files are parsed once for all hosts, and other files once by each dialect. Bytes are
 * kept only for files that are not simple.
 */
import { isUtf8 } from "node:buffer";
import { systemCode } from "../../../model/errors.ts";
import { detachStrings } from "../../../model/text/detach-strings.ts";
import type { Files } from "../../../platform/files/files.ts";
import type { Dialect, DialectReading } from "../../dialects/dialect.ts";
import { type HeadReading, readPlain } from "../../dialects/plain.ts";

/** Maximum bytes of unusual files to keep for other dialects. Further files are read again. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/** Maximum bytes of a file. Larger files are not read, because hosts only show that they exist. */
export const MAX_READ_BYTES: number = 16 * 1024 * 1024;

interface FileText {
  readonly size: number;
  /** The reading of a simple file, which all hosts share. */
  readonly plain: HeadReading | undefined;
  readonly bytes: Uint8Array | undefined;
  readonly error: string | undefined;
  readings: Map<string, HeadReading> | undefined;
  /** Shared copies of the strings in the readings, because most strings occur many times. */
  strings: Map<string, string> | undefined;
}

export class Readings {
  readonly #files: Files;
  readonly #texts = new Map<string, FileText>();
  /** Readings of unusual files by dialect and real path, from other views of the same machine. */
  readonly #earlier: Map<string, HeadReading> | undefined;
  #dialects: Readonly<Record<string, Dialect>> | undefined;
  #keptBytes = 0;

  /**
   * With `earlier`, files that the quick reader cannot parse are parsed once for all views that share this map. These
   * files must not change while the map is in use.
   */
  constructor(files: Files, earlier?: Map<string, HeadReading>) {
    this.#files = files;
    this.#earlier = earlier;
  }

  /** Returns the reading, or the system's error code if the file cannot be read. */
  errorOf(path: string): string | undefined {
    return this.#text(path).error;
  }

  sizeOf(path: string): number {
    return this.#text(path).size;
  }

  /**
   * Must be called before `read` for every file that may not be simple. It loads the dialects on demand, because they
   * import three YAML libraries.
   */
  async prepare(paths: readonly string[]): Promise<void> {
    if (this.#dialects || paths.every((path) => this.#text(path).plain)) return;
    this.#dialects = (await import("../../dialects/dialects.ts")).DIALECTS;
  }

  /** Returns the file's unchanged bytes, for an edit. */
  bytesOf(path: string): Uint8Array | undefined {
    const { bytes, error } = this.#text(path);
    return error === undefined ? (bytes ?? this.#files.readFile(path, MAX_READ_BYTES)) : undefined;
  }

  /** Returns a dialect's reading of these bytes. `prepare` must have been called for their file. */
  readBytes(bytes: Uint8Array, dialect: string): DialectReading {
    const reader = this.#dialects?.[dialect];
    if (reader === undefined) throw new Error(`there is no dialect ${dialect}`);
    return reader(bytes);
  }

  /** Loads the dialects for any file. */
  async allDialects(): Promise<void> {
    this.#dialects ??= (await import("../../dialects/dialects.ts")).DIALECTS;
  }

  read(path: string, dialect: string): HeadReading {
    const text = this.#text(path);
    if (text.plain) return text.plain;
    let reading = text.readings?.get(dialect);
    if (reading === undefined) {
      const key = this.#earlier && text.error === undefined ? `${dialect} ${this.#files.realPath(path)}` : "";
      reading = this.#earlier?.get(key) ?? this.#parse(path, dialect, text);
      if (key !== "") this.#earlier?.set(key, reading);
      text.readings ??= new Map();
      text.readings.set(dialect, reading);
    }
    return reading;
  }

  #parse(path: string, dialect: string, text: FileText): HeadReading {
    const { body: _, ...head } = this.readBytes(this.bytesOf(path) ?? new Uint8Array(), dialect);
    text.strings ??= new Map();
    return detachStrings(head, text.strings);
  }

  #text(path: string): FileText {
    let text = this.#texts.get(path);
    if (text === undefined) {
      const read = readFileText(path, this.#files);
      this.#keptBytes += read.bytes?.length ?? 0;
      text = this.#keptBytes > MAX_KEPT_BYTES ? { ...read, bytes: undefined } : read;
      this.#texts.set(path, text);
    }
    return text;
  }
}

const HEAD_BYTES = 4096;

/**
 * Returns a start of the file that is long enough for simple frontmatter. If the cut splits a character, decoding
 * replaces it by a character that no simple line has.
 */
function headOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).toString();
}

/** Size of the shared buffer. Nearly every skill fits, so that neither a size check nor an allocation is needed. */
const SCRATCH_BYTES = 65_536;
let scratch: Buffer | undefined;

/** Reads a file into a shared buffer; undefined if it is not small and regular. */
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
    const plain = detachStrings(isUtf8(bytes) ? readPlain(headOf(bytes)) : undefined);
    const kept = plain ? undefined : quick ? Buffer.from(quick) : bytes;
    return { size: bytes.length, plain, bytes: kept, error: undefined, readings: undefined, strings: undefined };
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return { size: 0, plain: undefined, bytes: undefined, error: code, readings: undefined, strings: undefined };
  }
}
