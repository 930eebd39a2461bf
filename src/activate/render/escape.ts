/** Escapes untrusted text. Each function is for one position in a format or an envelope. */

import { hash } from "node:crypto";
import { oneLine } from "../../model/text/text.ts";

export { oneLine, visibleLines } from "../../model/text/text.ts";

/** Escapes text for an element or an attribute value. */
export function escapeXml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, entity) : text;
}

/** Escapes text that is inside an element. Quotation marks are harmless there and stay unchanged. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, entity) : text;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

function entity(character: string): string {
  return `&${ENTITIES[character]};`;
}

/** Escapes a line of plain text for use inside an element, so that the line cannot open or close a tag. */
export function escapeTags(text: string): string {
  return text.includes("<") ? text.replace(TAG, "&lt;") : text;
}

/**
 * Matches a `<` that can open a tag: in `</skill>`, `<!--`, `<?` and a chat template's `<|`, but not in `a < b` and
 * `<5`.
 */
const TAG = /<(?=[\p{L}/!?|<_:])/gu;

/**
 * Returns a name, address or path for a line of plain text. An unambiguous text is unchanged. Any other text becomes a
 * JSON string in which special characters are escaped.
 */
export function quoteIfUnclear(text: string): string {
  if (PLAIN_NAME.test(text)) return text;
  const line = oneLine(text);
  return MISTAKABLE.test(line) ? JSON.stringify(line).replace(MEANINGFUL, asEscape) : line;
}

// Matches nearly every name, so that most names need no further check.
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
/**
 * Matches texts that could be mistaken for another part of the line. They are empty, start with punctuation, contain a
 * colon before a space, or contain characters of tags, code or file paths.
 */
const MISTAKABLE = /^$|^[^\p{L}\p{N}_./~@]|[<>`()]|:(?: |$)/u;
const MEANINGFUL = /[<>`]|\((?=file:)/g;

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Returns a hash that the body does not contain. If the body contains the hash, the hash is computed again from itself.
 */
export function boundaryOf(body: string): string {
  let boundary = digest(sampleOf(body));
  while (body.includes(boundary)) boundary = digest(boundary);
  return boundary;
}

const PIECES = 16;

/**
 * Returns the length and samples of the body as input of the hash. The caller still checks that the body does not
 * contain the result.
 */
function sampleOf(body: string): string {
  const step = Math.ceil(body.length / PIECES);
  let sample = `${body.length}`;
  for (let at = 0; at < body.length; at += step) sample += body.slice(at, at + PIECES);
  return sample;
}

function digest(text: string): string {
  return hash("sha256", text, "hex").slice(0, 16);
}
