/**
 * Writes to standard output and standard error, with colours. Writes are synchronous, so a pipe receives all output,
 * and `| head` ends the program without an error. Standard output is for data; standard error is for people.
 */
import type { LoadOptions } from "../../../catalog/load/load.ts";
import { printableLine } from "../../../model/text/display/printable.ts";
import { onEveryRead } from "../../../platform/files/node-files.ts";
import { writeFully } from "../../../platform/processes/standard-streams.ts";

/** Collects text and writes it in large pieces. */
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

  /** Collects text that is known to be ASCII. Such text is copied directly, because it need not be encoded. */
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
    // One buffer is reused, because allocating memory for each piece of output takes longer than filling it.
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
let statusAt = 0;

/** Shows one line on the terminal. The next output replaces it. */
export function showStatus(text: string): void {
  writeFully(2, Buffer.from(`\r${text}\x1b[K`));
  hasStatus = true;
  statusAt = Date.now();
}

export function clearStatus(): void {
  if (!hasStatus) return;
  hasStatus = false;
  writeFully(2, Buffer.from("\r\x1b[K"));
}

const BUFFER_BYTES = 65_536;
const GATHERED_BYTES = 16_384;
/** Maximum bytes in UTF-8 for one UTF-16 code unit. */
const MAX_UTF8_BYTES = 3;

/**
 * Shows on the terminal how many files and directories an operation has read, if it takes more than one second and
 * shows no other status. Returns the result of the operation.
 */
export async function withReadCount<T>(operate: () => Promise<T>, now = Date.now, show = showReadCount): Promise<T> {
  let shownAt = now();
  let reads = 0;
  onEveryRead(() => {
    reads++;
    if (reads % READS_PER_CHECK !== 0) return;
    const time = now();
    if (time - Math.max(shownAt, statusAt) < STATUS_DELAY_MS) return;
    shownAt = time;
    show(reads);
  });
  try {
    return await operate();
  } finally {
    onEveryRead(undefined);
    clearStatus();
  }
}

function showReadCount(reads: number): void {
  // Checks only now if the output is a terminal, because Node loads several modules for this check.
  if (process.stderr.isTTY === true) showStatus(`reading files and directories: ${reads} so far`);
}

/** Number of reads between two checks of the clock. */
const READS_PER_CHECK = 64;

type Asking = NonNullable<LoadOptions["onServers"]>;

const STATUS_DELAY_MS = 1000;

/**
 * Shows a note if queries to servers take long, and reports servers that fail. Without `err`, it only shows the note,
 * because `doctor` reports failures among the problems.
 */
export function showServerQueries(err?: Output): Asking {
  return (sources) => {
    const timer = setTimeout(() => {
      if (process.stderr.isTTY) showStatus(`fetching the skills of ${printableLine(sources.join(", "))}`);
    }, STATUS_DELAY_MS).unref();
    return (said) => {
      clearTimeout(timer);
      clearStatus();
      for (const { code, message } of said.filter((each) => each.code === "SK027"))
        err?.line(`warning[${code}]: ${printableLine(message)}`);
    };
  };
}

/** Functions that colour text if the output is a terminal. Every message is clear without colours. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  blue(text: string): string;
  magenta(text: string): string;
  cyan(text: string): string;
}

export function makePaint(enabled: boolean): Paint {
  const style = (open: number, close: number) => (text: string) =>
    enabled ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
    blue: style(34, 39),
    magenta: style(35, 39),
    cyan: style(36, 39),
  };
}

/** Returns the path for display. A path inside the working directory is relative to it. */
export function shownPath(path: string, cwd: string | undefined): string {
  if (cwd === undefined) return printableLine(path);
  return printableLine(path === cwd ? "." : path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path);
}
