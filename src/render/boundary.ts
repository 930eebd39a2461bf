/** A line that a body cannot contain, for formats of our own: between two of them it needs no change to stay inside. */
import { createHash } from "node:crypto";

/** [W3] Sixteen characters of the body's hash, of the hash of that, and so on, until the body does not contain it. */
export function boundaryOf(body: string): string {
  let boundary = digest(body);
  while (body.includes(boundary)) boundary = digest(boundary);
  return boundary;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
