/**
 * Returns a name as a YAML value that every reader parses as the same text. Names such as `null`, `true`, `2024-01-02`
 * and `1e3` get quotes.
 */
export function yamlNameValue(name: string): string {
  return PLAIN.test(name) && !OTHERWISE.test(name) ? name : yamlQuotedText(name);
}

/** Matches texts that are always a YAML string, except for the words and numbers in `OTHERWISE`. */
const PLAIN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const OTHERWISE = /^(?:null|true|false|yes|no|on|off|y|n|\d+|\d+e-?\d+|0[xob][0-9a-f]+|\d{4}-\d\d?-\d\d?)$/;

/** Returns a YAML double-quoted scalar of one line. Characters that YAML forbids are escaped. */
export function yamlQuotedText(text: string): string {
  return `"${escapeControls(text.replaceAll("\\", "\\\\").replaceAll('"', '\\"'))}"`;
}

/** Escapes control characters as `\u` and four digits, which is valid inside double quotes. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const CONTROLS = /[\x00-\x08\x0a-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]/g;
