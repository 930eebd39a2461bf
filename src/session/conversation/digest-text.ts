import { createHash } from "node:crypto";

/** Tells one text from another without keeping it. */
export function digestText(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
