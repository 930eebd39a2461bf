/**
 * Imitates the gray-matter library (4.0.3 with js-yaml 3.14). It takes a text without byte order mark and returns data
 * and body, or the reason why there is no data. The opening fence may name a language. Every later line that starts
 * with `---`, or the end of the file, closes the frontmatter. JavaScript is one of the languages, and the library runs
 * it. This file runs nothing, and reads only an object of plain strings.
 */
import yaml from "js-yaml-3";

export type GrayMatterResult =
  | { readonly data: unknown; readonly body: string; readonly fenced: boolean }
  | { readonly broken: string; readonly line?: number };

const FENCE = "---";
/** Maximum characters of frontmatter. A longer one is rejected. */
const MAX_CHARACTERS = 1024 * 1024;
/** Maximum product of aliases and characters, which is the cost of repeated merges and keys. */
const MAX_ALIAS_WORK = 20_000_000;
/** Maximum characters of one base-60 number; a time of day has nine. */
const MAX_BASE_60 = 4096;

export function grayMatter(text: string): GrayMatterResult {
  if (!text.startsWith(FENCE) || text[FENCE.length] === "-") return { data: {}, body: text, fenced: false };
  const newline = text.search(/\r?\n/);
  // If the text has no line end, the library treats all but the last character as a language.
  const opening = text.slice(FENCE.length, newline === -1 ? -1 : newline);
  const language = opening.trim();
  const start = FENCE.length + (language === "" ? 0 : opening.length);
  const close = text.indexOf(`\n${FENCE}`, start);
  const head = close === -1 ? text.slice(start) : text.slice(start, close);
  const body = close === -1 ? "" : text.slice(close + 1 + FENCE.length).replace(/^\r?\n?/, "");
  if (isBlank(head)) return { data: {}, body, fenced: true };
  const result = (READERS[engineOf(language)] ?? unknownLanguage)(head);
  return "broken" in result ? result : { data: result.data ?? {}, body, fenced: true };
}

/** Returns true for text that has only white space and comments. A comment ends with LF; in YAML, also with CR. */
function isBlank(head: string): boolean {
  const solid = /\S/g;
  for (let at = 0; ; ) {
    solid.lastIndex = at;
    const found = solid.exec(head);
    if (!found) return true;
    const next = head[found.index + 1];
    if (found[0] !== "#" || next === undefined || next === "\n") return false;
    at = head.indexOf("\n", found.index);
    if (at === -1) return true;
  }
}

type Result = { readonly data: unknown } | { readonly broken: string; readonly line?: number };

const READERS: Readonly<Record<string, (head: string) => Result>> = {
  __proto__: null as never,
  yaml: readYaml,
  json: readJson,
  javascript: readLiteral,
};

/**
 * Returns the parser for a language. The names of languages are case-sensitive, except for the names that are compared
 * in lower case here.
 */
function engineOf(language: string): string {
  const folded = language.toLowerCase();
  if (folded === "" || folded === "yaml" || folded === "yml") return "yaml";
  return folded === "js" || folded === "javascript" ? "javascript" : language;
}

function unknownLanguage(): Result {
  return {
    broken: "the text after the opening `---` is read as the name of a language, and that language is unknown",
  };
}

function readYaml(head: string): Result {
  if (
    head.length > MAX_CHARACTERS ||
    (head.split("*").length - 1) * head.length > MAX_ALIAS_WORK ||
    countsByTheHour(head)
  )
    return { broken: "it is too large" };
  try {
    return { data: yaml.safeLoad(head) };
  } catch (error) {
    const { reason, mark } = error as { readonly reason?: string; readonly mark?: { readonly line?: number } };
    const line = typeof mark?.line === "number" ? { line: mark.line + 1 } : {};
    return { broken: reason ?? "it is nested too deeply", ...line };
  }
}

/** js-yaml 3 reads `1:59:59…` as a base-60 number, in quadratic time. */
function countsByTheHour(head: string): boolean {
  for (const [run] of head.matchAll(/(?::[0-5]?[0-9])+/g)) if (run.length > MAX_BASE_60) return true;
  return false;
}

function readJson(head: string): Result {
  try {
    return { data: JSON.parse(head) as unknown };
  } catch {
    return { broken: "it is not valid JSON" };
  }
}

const TEXT = /(?:"[^"\\\r\n]*"|'[^'\\\r\n]*')/.source;
const PAIR = `\\s*(?:[A-Za-z_$][\\w$]*|${TEXT})\\s*:\\s*${TEXT}\\s*`;
const LITERAL = new RegExp(`^\\s*\\{(?:${PAIR}(?:,${PAIR})*,?)?\\s*\\};?\\s*$`);
const ENTRY = new RegExp(`([A-Za-z_$][\\w$]*|${TEXT})\\s*:\\s*(${TEXT})`, "g");

/** Reads an object literal such as `{ name: "…", description: "…" }` without running it. */
function readLiteral(head: string): Result {
  if (head.length > MAX_LITERAL || !LITERAL.test(head))
    return { broken: "it is a program that the host runs, and Skillwright does not" };
  const entries = [...head.matchAll(ENTRY)].map(([, key = "", value = ""]) => [
    key.replace(/^["']|["']$/g, ""),
    value.slice(1, -1),
  ]);
  return { data: Object.fromEntries(entries) as Record<string, unknown> };
}
/** Maximum characters of an object literal, because the expressions above backtrack over white space. */
const MAX_LITERAL = 4096;
