/** Makes the text of strangers harmless for the place where it is put. Every format and envelope writes through here. */

import { hash } from "node:crypto";
import { oneLine } from "../../model/text/text.ts";

export { oneLine, visibleLines } from "../../model/text/text.ts";

/** For the text of an element and for the value of an attribute. */
export function escapeXml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, entity) : text;
}

/** For the text of an element alone, where quotation marks are only quotation marks. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, entity) : text;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

function entity(character: string): string {
  return `&${ENTITIES[character]};`;
}

/** Escapes a line of plain text for use inside an element: it cannot open or close a tag. */
export function withoutTags(text: string): string {
  return text.includes("<") ? text.replace(TAG, "&lt;") : text;
}

/** `a < b` and `<5` stay; `</skill>`, `<!--`, `<?` and a chat template's `<|` do not. */
const TAG = /<(?=[\p{L}/!?|<_:])/gu;

/**
 * A name, address or path in a line of plain text: as it is where it cannot be mistaken, else as a JSON string without any
 * character that means something in such a line.
 */
export function quoted(text: string): string {
  if (PLAIN_NAME.test(text)) return text;
  const line = oneLine(text);
  return MISTAKABLE.test(line) ? JSON.stringify(line).replace(MEANINGFUL, asEscape) : line;
}

// Nearly every name.
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
/** Empty, begins like something else, has a colon where a name ends, or what opens a tag, code or the place of a file. */
const MISTAKABLE = /^$|^[^\p{L}\p{N}_./~@]|[<>`()]|:(?: |$)/u;
const MEANINGFUL = /[<>`]|\((?=file:)/g;

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Sixteen characters of a hash of the body, of the hash of that, and so on, until the body does not contain it. */
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
