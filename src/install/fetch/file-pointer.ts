import type { BundleFile } from "../../model/skills/bundle.ts";

// By its specification a pointer is below 1024 bytes.
const MAX_POINTER_BYTES = 1024;
const POINTER = /^version https:\/\/[^\n]*\/spec\/v1\n(?:[^\n]*\n)*?oid sha256:[0-9a-f]{64}\n/;

/** Whether a file is what Git LFS keeps in a repository instead of the file. */
export function isPointer({ bytes }: BundleFile): boolean {
  return bytes.length < MAX_POINTER_BYTES && POINTER.test(Buffer.from(bytes).toString("latin1"));
}
