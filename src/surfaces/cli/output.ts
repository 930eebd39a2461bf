/**
 * Standard output, written synchronously so that a pipe gets everything and `| head` ends us quietly. stdout is data;
 * stderr is for people.
 */
import { writeSync } from "node:fs";

/** Collects text and hands it over in large pieces. */
export class Output {
  readonly #descriptor: number;
  #buffer: Buffer | undefined;
  #used = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(text: string): void {
    // The one buffer is used again and again: fresh memory for every piece costs more than filling it.
    this.#buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES);
    const most = text.length * MAX_UTF8_BYTES;
    if (most > BUFFER_BYTES - this.#used) this.flush();
    if (most > BUFFER_BYTES) clearStatus();
    if (most > BUFFER_BYTES) writeAll(this.#descriptor, Buffer.from(text));
    else this.#used += this.#buffer.write(text, this.#used);
  }

  line(text = ""): void {
    this.write(`${text}\n`);
  }

  flush(): void {
    if (this.#buffer === undefined || this.#used === 0) return;
    clearStatus();
    writeAll(this.#descriptor, this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }
}

let hasStatus = false;

/** One line on the terminal that people read, written over itself; whatever is printed next takes its place. */
export function showStatus(text: string): void {
  writeAll(2, Buffer.from(`\r${text}\x1b[K`));
  hasStatus = true;
}

export function clearStatus(): void {
  if (!hasStatus) return;
  hasStatus = false;
  writeAll(2, Buffer.from("\r\x1b[K"));
}

const BUFFER_BYTES = 65_536;
/** Of one UTF-16 unit. */
const MAX_UTF8_BYTES = 3;

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      // The reader has gone (`| head`): there is nobody left to tell.
      if (code === "EPIPE") process.exit(0);
      if (code !== "EAGAIN") throw error;
      // A non-blocking pipe is full; give its reader a moment.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
