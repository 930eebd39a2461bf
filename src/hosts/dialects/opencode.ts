/**
 * Reads SKILL.md as OpenCode does, with gray-matter. If that fails, the host tries again with values with a colon as
 * blocks. The name must be a string; the description must be a string or missing.
 */

import type { Dialect, DialectReading } from "./dialect.ts";
import { grayMatter } from "./readers/gray-matter.ts";
import { plainFields } from "./readers/plain-fields.ts";
import { failedReading } from "./standard.ts";

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

export const opencode: Dialect = (bytes) => {
  const written = UTF8.decode(bytes);
  const text = withoutMark(written);
  const first = grayMatter(text);
  if (!("broken" in first)) return readingOf(first.data, first.body, first.fenced);
  // If the text has a byte order mark, the repair changes nothing. An unchanged text is not parsed again, because the
  // library has already failed on it.
  const repaired = withoutMark(repairColons(written));
  const second = repaired === text ? first : grayMatter(repaired);
  if (!("broken" in second)) return { ...readingOf(second.data, second.body, true), repaired: true };
  const line = first.line === undefined ? {} : { line: first.line };
  return failedReading({ cause: "yaml", detail: `its frontmatter cannot be read: ${first.broken}`, ...line }, text);
};

function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

function readingOf(data: unknown, body: string, fenced: boolean): DialectReading {
  if (!fenced) return failedReading({ cause: "no-frontmatter", detail: "it does not begin with `---`" }, body);
  if (!isMap(data)) return failedReading({ cause: "type", detail: "its frontmatter is not a map" }, body);
  const fields = plainFields(data);
  const { name, description } = data as { readonly name?: unknown; readonly description?: unknown };
  if (name !== undefined && typeof name !== "string")
    return failedReading({ cause: "type", detail: "`name` is not a string" }, body, fields);
  if (description !== undefined && typeof description !== "string")
    return failedReading({ cause: "type", detail: "`description` is not a string" }, body, fields);
  return { name, description, fields, body };
}

/** Returns true for a plain object. A date is also an object, but not a plain one. */
function isMap(value: unknown): value is object {
  return Object.prototype.toString.call(value) === "[object Object]";
}

/** Turns every unquoted one-line value with a colon into a block. Keys with a hyphen are unchanged. */
export function repairColons(text: string): string {
  const open = /^---\r?\n/.exec(text);
  const start = open?.[0].length ?? 0;
  const close = text.indexOf("\n---", start);
  if (!open || close === -1) return text;
  const head = text.slice(start, close > start && text[close - 1] === "\r" ? close - 1 : close);
  const lines = head.split(/\r?\n/).map(repairLine);
  return text.replace(head, () => lines.join("\n"));
}

function repairLine(line: string): string {
  const key = /^[a-zA-Z_][a-zA-Z0-9_]*/.exec(line)?.[0];
  if (key === undefined) return line;
  const afterKey = line.slice(key.length).trimStart();
  if (!afterKey.startsWith(":")) return line;
  const rest = afterKey.slice(1).trimStart();
  const value = rest.trimEnd();
  if (/[\r\u2028\u2029]/.test(rest) || !value.includes(":") || /^["']/.test(value)) return line;
  return `${key}: |-\n  ${value}`;
}
