/** Stands for a value of the wrong type; the caller knows what it should have been. */
export const WRONG: unique symbol = Symbol("wrong type");

/** A list of texts; one text is split. What is not text in a list is left out. */
export function readList(value: unknown, split: (text: string) => string[]): unknown {
  if (value === null) return undefined;
  if (typeof value === "string") return split(value);
  if (!Array.isArray(value)) return WRONG;
  const items = value.filter((item) => item !== null && typeof item !== "object").map((item) => String(item).trim());
  return items.filter((item) => item !== "");
}
