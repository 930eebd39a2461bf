/** Reads a text file line by line with little memory. It accepts only regular files, so it never waits on a pipe. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { systemError } from "./files.ts";

const CHUNK = 1 << 16;
const LINE_END = 10;
// O_NONBLOCK keeps the open call from waiting on a FIFO. Windows does not have this flag.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Yields each line, and undefined for a line of more than `maxBytes`. Throws system errors. */
export function* readLines(path: string, maxBytes: number): Generator<string | undefined> {
  const descriptor = openSync(path, FLAGS);
  try {
    if (!fstatSync(descriptor).isFile()) throw systemError("EINVAL", path);
    yield* splitLines(descriptor, maxBytes);
  } finally {
    closeSync(descriptor);
  }
}

function* splitLines(descriptor: number, maxBytes: number): Generator<string | undefined> {
  const line = new LineBuffer(maxBytes);
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk)) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1 && end < read; end = chunk.indexOf(LINE_END, from)) {
      line.add(chunk.subarray(from, end));
      yield line.take();
      from = end + 1;
    }
    line.add(chunk.subarray(from, read));
  }
  if (!line.isEmpty) yield line.take();
}

/** Collects the bytes of the current line, and discards a line that is too long. */
class LineBuffer {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(Buffer.from(part));
  }

  take(): string | undefined {
    const text = this.#bytes > this.#maxBytes ? undefined : Buffer.concat(this.#parts).toString("utf8");
    this.#parts = [];
    this.#bytes = 0;
    return text;
  }
}
