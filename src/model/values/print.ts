/**
 * Prints: 32 bits that change when what they were made of does. They protect against nobody (digests do); a cryptographic
 * hash would cost every start four milliseconds to load.
 */

/** Of some bytes; four at a time, which is a quarter of the work. */
export function printOf(bytes: Uint8Array, from: number, to: number): number {
  // The length keeps what ends with zeros apart from what does not.
  let print = SEED ^ (to - from);
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
    print = mix(print, low | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24));
  }
  for (; at < to; at++) print = mix(print, bytes[at] as number);
  return print;
}

/** Of a short text. */
export function printOfText(text: string): number {
  let print = SEED ^ text.length;
  for (let at = 0; at < text.length; at++) print = mix(print, text.charCodeAt(at));
  return print;
}

const SEED = 0x811c9dc5;

/** One word more in a print. */
export function mix(print: number, word: number): number {
  const turned = Math.imul(print ^ word, 0x85ebca6b);
  return (turned << 13) | (turned >>> 19);
}

/** Every bit of it in every bit of the result, so that prints can be summed up. */
export function spread(print: number): number {
  const half = Math.imul(print ^ (print >>> 16), 0x85ebca6b);
  const most = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return most ^ (most >>> 16);
}
