/** Imitates JavaScript's `String()` for parsed YAML, without exceptions and within limits. */

/** Maximum list items. Aliases can make a list endless. */
const MAX_ITEMS = 10_000;
const MAX_DEPTH = 400;

/**
 * Returns the text of a value; undefined if `String()` would throw. It throws for a map with a `toString` key at any
 * depth.
 */
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
