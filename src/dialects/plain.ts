/**
 * The frontmatter that every host reads alike: a few keys, each with one line of plain text. A skill like that, and most
 * are, need not be read by twenty dialects one after the other. Anything else is somebody else's: `undefined`.
 */
import type { Reading } from "./dialect.ts";

/** Keys whose value is text to every host; `metadata` or `allowed-tools` may not be. */
const KEYS = /^(?:name|description|license|version|author)$/;

/** Text that is text in every version of YAML and to every reader by lines: no indicator first, no `: ` or ` #`, no odd spaces. */
const VALUE =
  /^[A-Za-z](?:[^\0-\x20\x7f-\xa0\xad:#<\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ud800-\udfff\ufeff\ufff0-\uffff]|:(?=\S)|(?<!\s)#| (?! |$))*$/u;

/** Words that YAML may take for something else. */
const WORD = /^(?:true|false|yes|no|on|off|y|n|null|nan|inf|infinity)$/i;

/** Longer ones run into somebody's limit, and some count bytes. */
const MAX_ASCII = 1000;
const MAX_OTHER = 300;
const ASCII = /^[\x20-\x7e]*$/;

export function readPlain(text: string): Reading | undefined {
  if (!text.startsWith("---\n")) return undefined;
  const fields: Record<string, string> = {};
  let at = 4;
  for (;;) {
    const end = text.indexOf("\n", at);
    if (end === -1 || end - at > MAX_ASCII) return undefined;
    const line = text.slice(at, end);
    at = end + 1;
    if (line === "---") break;
    const colon = line.indexOf(": ");
    const key = line.slice(0, Math.max(0, colon));
    if (!KEYS.test(key) || Object.hasOwn(fields, key)) return undefined;
    const value = line.slice(colon + 2);
    if (!isPlain(value)) return undefined;
    fields[key] = value;
  }
  const { name, description } = fields;
  const body = text.slice(at);
  // One host leaves out a skill without a body.
  if (name === undefined || description === undefined || !/\S/.test(body)) return undefined;
  return { name, description, fields, body };
}

function isPlain(value: string): boolean {
  if (!VALUE.test(value) || WORD.test(value) || value.includes("---")) return false;
  return value.length <= MAX_OTHER || ASCII.test(value);
}
