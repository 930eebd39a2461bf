/**
 * Standard output, written synchronously so that a pipe gets everything and `| head` ends us quietly. stdout is data;
 * stderr is for people.
 */
import { writeSync } from "node:fs";

/** Collects text and hands it over in large pieces. */
export class Output {
  readonly #descriptor: number;
  #pending: string[] = [];
  #size = 0;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  write(text: string): void {
    this.#pending.push(text);
    this.#size += text.length;
    if (this.#size > CHUNK) this.flush();
  }

  line(text = ""): void {
    this.write(`${text}\n`);
  }

  flush(): void {
    if (this.#size === 0) return;
    const text = this.#pending.join("");
    this.#pending = [];
    this.#size = 0;
    writeAll(this.#descriptor, Buffer.from(text));
  }
}

const CHUNK = 262_144;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

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
      Atomics.wait(sleeper, 0, 0, 1);
    }
  }
}
