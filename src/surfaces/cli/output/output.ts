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
  #gathered = "";

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(text: string): void {
    this.#settle();
    this.#put(text, "utf8", text.length * MAX_UTF8_BYTES);
  }

  /** The same for what is known to be ASCII: gathered, then copied in one piece without a look at each character. */
  ascii(text: string): void {
    this.#gathered += text;
    if (this.#gathered.length > GATHERED_BYTES) this.#settle();
  }

  line(text = ""): void {
    this.write(`${text}\n`);
  }

  flush(): void {
    this.#settle();
    this.#empty();
  }

  #settle(): void {
    const text = this.#gathered;
    if (text === "") return;
    this.#gathered = "";
    this.#put(text, "latin1", text.length);
  }

  #put(text: string, encoding: "utf8" | "latin1", mostBytes: number): void {
    // The one buffer is used again and again: fresh memory for every piece costs more than filling it.
    this.#buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES);
    if (mostBytes > BUFFER_BYTES - this.#used) this.#empty();
    if (mostBytes <= BUFFER_BYTES) {
      this.#used += this.#buffer.write(text, this.#used, encoding);
      return;
    }
    clearStatus();
    writeAll(this.#descriptor, Buffer.from(text, encoding));
  }

  #empty(): void {
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
const GATHERED_BYTES = 16_384;
/** Of one UTF-16 unit. */
const MAX_UTF8_BYTES = 3;

/** A disk that is full, a descriptor that is closed: what is left cannot be handed over. */
function giveUp(descriptor: number, code: string): never {
  if (descriptor !== 2) {
    const help = "help: what was printed is not complete; make room, or print it somewhere else\n";
    writeAll(2, Buffer.from(`error[SK601]: standard output cannot be written (${code})\n${help}`));
  }
  process.exit(1);
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      // The reader has gone (`| head`): there is nobody left to tell.
      if (code === "EPIPE") process.exit(0);
      if (code !== "EAGAIN") giveUp(descriptor, String(code));
      // A non-blocking pipe is full; give its reader a moment.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
