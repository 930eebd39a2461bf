/** A name as a YAML value that every reader takes for that text: `null`, `true`, `2024-01-02` and `1e3` need quotes. */
export function nameValue(name: string): string {
  return PLAIN.test(name) && !OTHERWISE.test(name) ? name : quotedText(name);
}

/** What no YAML could take for anything but text, if it is not one of the words and numbers below. */
const PLAIN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const OTHERWISE = /^(?:null|true|false|yes|no|on|off|y|n|\d+|\d+e-?\d+|0[xob][0-9a-f]+|\d{4}-\d\d?-\d\d?)$/;

/** A YAML double-quoted scalar of one line; what YAML does not allow to stand in a file is escaped. */
export function quotedText(text: string): string {
  return `"${escapeControls(text.replaceAll("\\", "\\\\").replaceAll('"', '\\"'))}"`;
}

/** Inside double quotes every character can be written by its number. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const CONTROLS = /[\x00-\x08\x0a-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]/g;
