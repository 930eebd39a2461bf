import type { Files } from "./files.ts";

/** A file system that answers a question once, until something changes; and what was made of its answers. */
export interface FileMemory {
  readonly files: Files;
  /** Of a file under whose path something is kept only the length is told; its head is not read again. */
  readonly scanned: Files;
  /** Fills the buffer with the head of a file, unless it was the last one to be read; returns how many bytes. */
  fill(path: string, into: Uint8Array, maxBytes: number): number;
  /** What was made under this key, as long as every file that was asked for meanwhile stays as it is, and `fits` agrees. */
  keep<T extends object>(key: string, fits: (value: T) => boolean, make: () => T): T;
  /** The equal value that was given under this key before, or this one. */
  same<T extends object>(key: string, value: T): T;
}
