/** Small programs inside of an argument. Each function accepts a plain subset that cannot run, read or write anything else. */
import { AWK_NAMES, JQ_NAMES, SQL_FUNCTIONS } from "./programs/kinds.ts";

/** A regular expression at the very beginning. A bracket expression without `/` ends at the same place in every `awk`. */
const FIRST_PATTERN = /^\s*!?\/(?:[^/\\\n[]|\\.|\[\^?[^\]^[/\\\n][^\][/\\\n]*\]){0,500}\//;

/** Prints fields, counts and sums. `|` and `getline` run programs; `>` writes files unless it compares in the pattern. */
export function isPlainAwk(text: string): boolean {
  if (text.length > 2000) return false;
  const rest = text.replace(FIRST_PATTERN, "");
  const code = withoutStrings(rest);
  // Any other `/` divides or begins a regular expression, in which a quote begins no string. Without a `/` in the strings,
  // each of them is the same for both readings.
  if (code.includes("/") && rest.match(STRINGS)?.some((each) => each.includes("/"))) return false;
  const opening = code.indexOf("{");
  if (/[|@`\\"]/.test(code) || (opening !== -1 && code.indexOf(">", opening) !== -1)) return false;
  return namesIn(code).every((name) => AWK_NAMES.has(name));
}

/** Fields, plain functions and lower-case variables. `env`, `$ENV`, `input` and `import` read other things. */
export function isPlainJq(text: string): boolean {
  if (text.length > 4000 || /"[^"]*\\\(/.test(text)) return false;
  // Keys of objects: `{name` is the field `name`, and `name:` is a label.
  const keys = withoutStrings(text).replaceAll(/\{\s*[A-Za-z_]\w*(?=\s*[,}])|[A-Za-z_]\w*\s*:/g, " ");
  const code = keys.replaceAll(/\.[A-Za-z_]\w*/g, " ");
  if (/[`\\"]|\$(?![a-z])|\$__/.test(code)) return false;
  const calls = code.replaceAll(/\$[a-z]\w*|@(?:csv|tsv|json|text|html|uri|base64d?)\b/g, " ");
  return namesIn(calls).every((name) => JQ_NAMES.has(name));
}

/** One `select` of columns, or a list of tables. Other statements change data, and other functions can read files. */
export function isPlainSelect(text: string): boolean {
  const query = text.trim().replace(/;$/, "");
  if (/^show (?:tables|databases|columns from \w+)$/i.test(query)) return true;
  if (!/^select\s[\w\s*,.()='<>!%-]{1,2000}$/i.test(query) || /--|\binto\b/i.test(query)) return false;
  const calls = query.match(/\w+(?=\s*\()/g) ?? [];
  return calls.every((name) => SQL_FUNCTIONS.has(name.toLowerCase()));
}

const STRINGS = /"(?:[^"\\\n]|\\.){0,2000}"/g;

/** A quote that is left over does not close on its line. */
function withoutStrings(text: string): string {
  return text.replaceAll(STRINGS, " ");
}

function namesIn(code: string): readonly string[] {
  return code.match(/[A-Za-z_]\w*/g) ?? [];
}
