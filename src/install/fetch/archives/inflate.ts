/** Deflated bytes in, at most so many bytes out. What would be more is given up while it is inflated, not after. */
import { inflateRawSync } from "node:zlib";
import { systemCode } from "../../../model/errors.ts";

/** How much may come out of an archive, and the finding's words for more. */
export interface Cap {
  readonly bytes: number;
  readonly what: string;
}

export interface Inflated {
  readonly bytes: Uint8Array;
  /** How much of the input that took; the rest is not part of it. */
  readonly consumed: number;
}

export function inflate(packed: Uint8Array, maxBytes: number): Inflated | "too-large" | "broken" {
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
