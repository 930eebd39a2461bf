/**
 * Checks small programs inside arguments, such as awk and jq. Each function accepts a plain subset that cannot run,
 * read or write anything else.
 */
import { AWK_NAMES, JQ_NAMES, SQL_FUNCTIONS } from "./programs/programs.ts";

const STRINGS = /"(?:[^"\\\n]|\\.){0,2000}"/g;
/**
 * Matches a regular expression at the very beginning. Every `awk` ends a bracket expression without `/` at the same
 * place.
 */
const FIRST_PATTERN = /^\s*!?\/(?:[^/\\\n[]|\\.|\[\^?[^\]^[/\\\n][^\][/\\\n]*\]){0,500}\//;

/**
 * Accepts programs that print fields, counts and sums. `|` and `getline` run programs. `>` writes files unless it
 * compares in the pattern.
 */
export function isPlainAwk(text: string): boolean {
  if (text.length > 2000) return false;
  const rest = text.replace(FIRST_PATTERN, "");
  const code = rest.replaceAll(STRINGS, " ");
  // Any other `/` may divide, or begin a regular expression in which a quote starts no string. If no string contains
  // `/`, both readings find the same strings.
  if (code.includes("/") && rest.match(STRINGS)?.some((each) => each.includes("/"))) return false;
  return !/[|@`\\"]|\{.*>/s.test(code) && hasOnly(AWK_NAMES, code, /[A-Za-z_]\w*/g);
}

/** Accepts fields, plain functions and lower-case variables. */
export function isPlainJq(text: string): boolean {
  if (text.length > 4000 || /"[^"]*\\\(/.test(text)) return false;
  // Removes object keys: `{name` is the field `name`, and `name:` is a label.
  const keys = text.replaceAll(STRINGS, " ").replaceAll(/\{\s*[A-Za-z_]\w*(?=\s*[,}])|[A-Za-z_]\w*\s*:/g, " ");
  const code = keys.replaceAll(/\.[A-Za-z_]\w*/g, " ");
  const calls = code.replaceAll(/\$[a-z]\w*|@(?:csv|tsv|json|text|html|uri|base64d?)\b/g, " ");
  return !/[`\\"]|\$(?![a-z])|\$__/.test(code) && hasOnly(JQ_NAMES, calls, /[A-Za-z_]\w*/g);
}

/** Accepts one `select` of columns, or a list of tables. Other statements change data. */
export function isPlainSelect(text: string): boolean {
  const query = text.trim().replace(/;$/, "");
  if (/^show (?:tables|databases|columns from \w+)$/i.test(query)) return true;
  const isSelect = /^select\s[\w\s*,.()='<>!%-]{1,2000}$/i.test(query) && !/--|\binto\b/i.test(query);
  return isSelect && hasOnly(SQL_FUNCTIONS, query.toLowerCase(), /\w+(?=\s*\()/g);
}

function hasOnly(names: ReadonlySet<string>, code: string, pattern: RegExp): boolean {
  return (code.match(pattern) ?? []).every((name) => names.has(name));
}
