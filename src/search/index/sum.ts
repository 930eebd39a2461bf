/**
 * Returns a checksum. It detects damage by a disk or another program, but does not protect against deliberate changes.
 */
export function sumOf({ buffer, byteOffset, byteLength }: ArrayBufferView): number {
  const whole = byteLength - (byteLength % WORD_BYTES);
  const aligned = byteOffset % WORD_BYTES === 0;
  const words = aligned
    ? new Uint32Array(buffer, byteOffset, whole / WORD_BYTES)
    : new Uint32Array(buffer.slice(byteOffset, byteOffset + whole));
  let sum = byteLength;
  for (let at = 0; at < words.length; at++) sum = (Math.imul(sum, 31) + (words[at] as number)) | 0;
  for (const byte of new Uint8Array(buffer, byteOffset + whole, byteLength - whole))
    sum = (Math.imul(sum, 31) + byte) | 0;
  return sum >>> 0;
}

const WORD_BYTES = 4;
