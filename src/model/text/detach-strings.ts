/**
 * Replaces the strings in a value by copies, in place. As long as a part of a text is in use, V8 keeps the whole text
 * in memory. A name of 20 letters would therefore keep a file of 60,000 letters. Equal strings share one copy, also
 * across calls with the same `copies`.
 */
export function detachStrings<T>(value: T, copies: Map<string, string> = new Map()): T {
  return detach(value, { copies, seen: new Set() }, 0) as T;
}

/** Maximum depth. Strings in deeper values are not replaced. */
const MAX_DEPTH = 8;
/** Minimum length of a substring that V8 stores as a part of the longer text. A shorter substring is always a copy. */
const MIN_PART = 13;

interface Detaching {
  readonly copies: Map<string, string>;
  /**
   * Objects whose strings are already replaced. Through YAML aliases, a few lines can have a hundred million paths to
   * one object.
   */
  readonly seen: Set<object>;
}

function detach(value: unknown, detaching: Detaching, depth: number): unknown {
  const { copies, seen } = detaching;
  if (typeof value === "string") return copyString(value, copies);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (seen.has(value) || Object.isFrozen(value)) return value;
  seen.add(value);
  for (const key of Object.keys(value)) {
    const { value: held, writable } = Object.getOwnPropertyDescriptor(value, key) ?? {};
    if (writable !== true) continue;
    const own = detach(held, detaching, depth + 1);
    if (own !== held || typeof own === "string") Object.defineProperty(value, key, { value: own });
  }
  return value;
}

function copyString(text: string, copies: Map<string, string>): string {
  if (text.length < MIN_PART) return text;
  const known = copies.get(text);
  if (known !== undefined) return known;
  const copy = Buffer.from(text, "utf16le").toString("utf16le");
  copies.set(copy, copy);
  return copy;
}
