/** A frontmatter as YAML that every reader understands alike: one key to a line, values as JSON. */
import type { Frontmatter } from "./conform.ts";

/** With both fences. */
export function writeHeader(frontmatter: Frontmatter): string {
  const lines = Object.entries(frontmatter).map(([key, value]) => `${writeKey(key)}: ${writeValue(value)}\n`);
  return `---\n${lines.join("")}---\n`;
}

function writeKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) && !WORDS.test(key) ? key : writeValue(key);
}

/** As plain words these are no texts to some reader. */
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** JSON is YAML but for characters that YAML does not print. */
function writeValue(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
