/** Functions that read parts of a provider's answer. They accept any value. */

export function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function readPositiveNumber(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}

/** Parses the input of a tool call. The model writes the input as JSON text, and that text may be invalid. */
export function parseToolInput(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
