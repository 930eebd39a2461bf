/** Writes frontmatter as YAML that every reader understands: one key per line, with JSON values. */
import type { Frontmatter } from "./conform.ts";

/** Returns the frontmatter as text, including both fences. */
export function writeHeader(frontmatter: Frontmatter): string {
  const lines = Object.entries(frontmatter).map(([key, value]) => `${writeKey(key)}: ${writeValue(value)}\n`);
  return `---\n${lines.join("")}---\n`;
}

function writeKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) && !WORDS.test(key) ? key : writeValue(key);
}

/** Matches plain words that some readers do not treat as text. */
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Writes a value as JSON. JSON is valid YAML, except for characters that YAML forbids. */
function writeValue(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
