/** undefined for what is not base64 in the one form that its bytes have: Node's own reader stops where it pleases. */
export function readBase64(text: unknown): Buffer | undefined {
  if (typeof text !== "string") return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}
