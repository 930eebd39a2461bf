/** Finds the encoded forms of a secret value in logs, addresses and dumps. */

export interface SecretForm {
  readonly text: string;
  /** True if the value is too short to be redacted inside of words. It is then redacted only as a separate word. */
  readonly alone: boolean;
}

/** Minimum length of a value that is redacted inside of words. Shorter values are common words: `on`, `42`, `prod`. */
const MIN_ANYWHERE = 6;
/** Minimum length of an encoded form. Shorter forms would match unrelated text. */
const MIN_ENCODED = 8;

export function formsOf(value: string): readonly SecretForm[] {
  // Each line of a multi-line key is a separate secret, because a log may contain single lines.
  const plain = [value, value.trim(), ...value.split(/\r?\n/).filter((line) => line.trim().length >= MIN_ENCODED)];
  const whole = [...plain, ...plain.flatMap(escaped), ...encoded(value)].filter((text) => text.trim() !== "");
  return [...new Set(whole)].map((text) => ({ text, alone: text.length < MIN_ANYWHERE }));
}

/** Returns the value as escaped in JSON, in a URL, and in a form. */
function escaped(value: string): string[] {
  // Converts the value to bytes and back first, because `encodeURIComponent` throws for an incomplete character.
  const component = encodeURIComponent(Buffer.from(value).toString());
  const form = new URLSearchParams({ "": value }).toString().slice(1);
  return [JSON.stringify(value).slice(1, -1), component, lowerHex(component), form, lowerHex(form)];
}

function lowerHex(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

function encoded(value: string): string[] {
  const bytes = Buffer.from(value);
  if (bytes.length < MIN_ENCODED) return [];
  const hex = bytes.toString("hex");
  return [hex, hex.toUpperCase(), ...[0, 1, 2].flatMap((shift) => base64Core(bytes, shift))];
}

/**
 * Returns the part of the base64 text that does not depend on neighbouring bytes. `shift` is the number of bytes before
 * the value, which determines where its bits start. The first and last characters are cut, because they share bits with
 * the neighbours.
 */
function base64Core(bytes: Uint8Array, shift: number): string[] {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const first = Math.ceil((shift * 8) / 6);
  const last = Math.floor(((shift + bytes.length) * 8) / 6);
  const core = text.slice(first, last);
  return core.length < MIN_ENCODED ? [] : [core, core.replaceAll("+", "-").replaceAll("/", "_")];
}
