/** Whether a value out of a stranger's file is a mapping. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a text says as JSON; undefined for what is none, as JSON itself cannot say it. */
export function parseJson(said: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof said === "string" ? said : Buffer.from(said).toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
