/** Inflates bytes up to a limit. It stops as soon as the limit is reached. */
import { inflateRawSync } from "node:zlib";
import { systemCode } from "../../../model/errors.ts";

/** The maximum size of an archive's content, and the message for a larger archive. */
export interface SizeCap {
  readonly bytes: number;
  readonly what: string;
}

export interface InflatedBytes {
  readonly bytes: Uint8Array;
  /** Number of input bytes that the compressed data takes. The following bytes belong to other parts of the archive. */
  readonly consumed: number;
}

export function inflateBytes(packed: Uint8Array, maxBytes: number): InflatedBytes | "too-large" | "broken" {
  try {
    const inflated: unknown = inflateRawSync(packed, { info: true, maxOutputLength: Math.max(1, maxBytes) });
    const { buffer, engine } = inflated as { buffer: Buffer; engine: { bytesWritten: number } };
    return { bytes: buffer, consumed: engine.bytesWritten };
  } catch (error) {
    const code = systemCode(error);
    if (code === "ERR_BUFFER_TOO_LARGE") return "too-large";
    if (code.startsWith("Z_")) return "broken";
    throw error;
  }
}
