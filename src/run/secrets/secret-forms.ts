/** Collects the texts by which a secret value is found: the value itself, its hexadecimal digits, and its base64. */

export interface SecretForms {
  /** The value, and each line of a long value. */
  readonly texts: readonly string[];
  /** Hexadecimal: two lower-case digits for each byte. */
  readonly hex: readonly string[];
  /** The base64 for each position of the value in a longer text. */
  readonly base64: readonly string[];
}

/** Minimum length of an encoded form, and of a line. Shorter forms would match unrelated text. */
const MIN_ENCODED = 8;

export function formsOf(value: string): SecretForms {
  const bytes = Buffer.from(value);
  // Each line of a multi-line key is a separate secret, because a log may contain single lines. A program that writes
  // bytes replaces incomplete characters.
  const lines = value.split(/\r?\n/).filter((line) => line.trim().length >= MIN_ENCODED);
  const isLong = bytes.length >= MIN_ENCODED;
  return {
    texts: [value, value.trim(), bytes.toString(), ...lines].filter((text) => text.trim() !== ""),
    hex: isLong ? [bytes.toString("hex")] : [],
    base64: isLong ? [0, 1, 2].flatMap((shift) => base64Core(bytes, shift)) : [],
  };
}

/**
 * Returns the part of the base64 text that does not depend on neighbouring bytes. `shift` is the number of bytes before
 * the value, which determines where the bits of the value start. The first and last characters are cut, because they
 * share bits with the neighbouring bytes.
 */
function base64Core(bytes: Uint8Array, shift: number): string[] {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const first = Math.ceil((shift * 8) / 6);
  const last = Math.floor(((shift + bytes.length) * 8) / 6);
  const core = text.slice(first, last);
  return core.length < MIN_ENCODED ? [] : [core];
}
