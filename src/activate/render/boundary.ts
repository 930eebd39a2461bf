/** A line that a body cannot contain, for formats of our own: between two of them it needs no change to stay inside. */
import { hash } from "node:crypto";

/** [W3] Sixteen characters of a hash of the body, of the hash of that, and so on, until the body does not contain it. */
export function boundaryOf(body: string): string {
  let boundary = digest(sampleOf(body));
  while (body.includes(boundary)) boundary = digest(boundary);
  return boundary;
}

const PIECES = 16;

/** Its length and pieces of it: that the body does not contain the line is looked up, not left to the hash. */
function sampleOf(body: string): string {
  const step = Math.ceil(body.length / PIECES);
  let sample = `${body.length}`;
  for (let at = 0; at < body.length; at += step) sample += body.slice(at, at + PIECES);
  return sample;
}

function digest(text: string): string {
  return hash("sha256", text, "hex").slice(0, 16);
}
