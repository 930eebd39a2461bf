/**
 * Standard output, written synchronously so that a pipe gets everything and `| head` ends us quietly. stdout is data;
 * stderr is for people.
 */
import type { LoadOptions } from "../../../catalog/load/load.ts";
import { writeFully } from "../../../platform/processes/standard-streams.ts";
import { printable } from "./paint.ts";

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
    writeFully(this.#descriptor, Buffer.from(text, encoding));
  }

  #empty(): void {
    if (this.#buffer === undefined || this.#used === 0) return;
    clearStatus();
    writeFully(this.#descriptor, this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }
}

let hasStatus = false;

/** One line on the terminal that people read, written over itself; whatever is printed next takes its place. */
export function showStatus(text: string): void {
  writeFully(2, Buffer.from(`\r${text}\x1b[K`));
  hasStatus = true;
}

export function clearStatus(): void {
  if (!hasStatus) return;
  hasStatus = false;
  writeFully(2, Buffer.from("\r\x1b[K"));
}

const BUFFER_BYTES = 65_536;
const GATHERED_BYTES = 16_384;
/** Of one UTF-16 unit. */
const MAX_UTF8_BYTES = 3;

type Asking = NonNullable<LoadOptions["onServers"]>;

const STATUS_DELAY_MS = 1000;

/**
 * Shows that servers are asked for skills if that takes long, and reports those that did not answer. Without an output it
 * shows only the waiting, because `doctor` reports the rest among the problems.
 */
export function askingServers(err?: Output): Asking {
  return (sources) => {
    const timer = setTimeout(() => {
      if (process.stderr.isTTY) showStatus(`fetching the skills of ${printable(sources.join(", "))}`);
    }, STATUS_DELAY_MS).unref();
    return (said) => {
      clearTimeout(timer);
      clearStatus();
      for (const { code, message } of said.filter((each) => each.code === "SK027"))
        err?.line(`warning[${code}]: ${printable(message)}`);
    };
  };
}
