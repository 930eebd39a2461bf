/** Standard input, output and error of this process, and its terminal. All calls are synchronous. */
import { fstatSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { devNull } from "node:os";
import { OperationError, systemCode } from "../../model/errors.ts";

const CHUNK_BYTES = 65_536;

/** Reads standard input to its end. Throws SK006 beyond `maxBytes`, SK004 if it cannot be read. */
export function readStandardInput(maxBytes: number): Buffer {
  const parts: Buffer[] = [];
  for (let total = 0; total <= maxBytes; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = readChunk(chunk);
    if (read === 0) return Buffer.concat(parts);
    parts.push(chunk.subarray(0, read));
    total += read;
  }
  throw new OperationError("SK006", `standard input has more than ${maxBytes} bytes`, { hint: "send less input" });
}

function readChunk(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (error) {
      const code = systemCode(error);
      // EOF: Windows reports the end of a pipe with this error.
      if (code === "EOF") return 0;
      if (code !== "EAGAIN")
        throw new OperationError("SK004", `standard input cannot be read (${code})`, {
          hint: "send text to standard input, or add `< /dev/null` for no input",
          cause: error,
        });
      pause();
    }
  }
}

/**
 * Returns true for a terminal. `node:tty` loads sockets, which takes 7 ms, so it is only loaded if the descriptor can
 * be a terminal.
 */
export function isTerminal(descriptor: 1 | 2): boolean {
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isCharacterDevice() || stats.rdev === statSync(devNull).rdev) return false;
    return process.getBuiltinModule("node:tty").isatty(descriptor);
  } catch {
    // The error means that the descriptor is closed, so it is not a terminal.
    return false;
  }
}

/** Opens the terminal of this process, even if standard input is a pipe. Throws system errors. */
export function openTerminalInput(): number {
  return openSync("/dev/tty", "r");
}

/** Writes all bytes. If the reader has ended, exits with code 0. If the write fails, exits with code 1. */
export function writeFully(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = systemCode(error);
      // EPIPE: the reader has ended, as in `| head`.
      if (code === "EPIPE") process.exit(0);
      if (code !== "EAGAIN") giveUp(descriptor, code);
      // EAGAIN: a non-blocking pipe is full, so the next round tries again.
      pause();
    }
  }
}

/** Reports that the output is not complete: the disk is full, or the descriptor is closed. */
function giveUp(descriptor: number, code: string): never {
  if (descriptor !== 2) {
    const help = "help: the output is not complete; free space, or print to another place\n";
    writeFully(2, Buffer.from(`error[SK601]: standard output cannot be written (${code})\n${help}`));
  }
  process.exit(1);
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
