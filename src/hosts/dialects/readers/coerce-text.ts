/** What JavaScript's `String()` makes of parsed YAML, without its exceptions and within bounds. */

/** Lists go on being written out up to this many items; aliases can make them endless. */
const MAX_ITEMS = 10_000;
const MAX_DEPTH = 400;

/** Undefined where `String()` would throw: a map with a key `toString`, at whatever depth. */
export function coerceText(value: unknown): string | undefined {
  let items = 0;
  let thrown = false;
  const write = (part: unknown, depth: number): string => {
    items += 1;
    if (items > MAX_ITEMS || depth > MAX_DEPTH || part === null || part === undefined) return "";
    if (Array.isArray(part))
      return part
        .slice(0, MAX_ITEMS)
        .map((item) => write(item, depth + 1))
        .join(",");
    if (typeof part !== "object") return String(part);
    if (Object.hasOwn(part, "toString")) thrown = true;
    return "[object Object]";
  };
  const text = value === null ? "null" : write(value, 0);
  return thrown ? undefined : text;
}
