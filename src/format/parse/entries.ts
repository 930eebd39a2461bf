import type { Edit } from "../../model/diagnostics/diagnostic.ts";
import type { YamlNode } from "../yaml/parse-yaml.ts";

/** One top-level key of a frontmatter block. */
export interface HeaderEntry {
  readonly key: string;
  readonly value: unknown;
  /** Offset of the key in the header. */
  readonly offset: number;
  /** True if the value is not valid YAML. `value` is then the raw text, so that nothing is lost. */
  readonly raw: boolean;
  /** Offsets of the value; undefined if only the quick reader read it. Only a scalar has `valueEnd`. */
  readonly valueStart?: number;
  readonly valueEnd?: number;
  /** The value with positions, if the full parser read it. Add `shift` to each position. */
  readonly tree?: { readonly node: YamlNode; readonly shift: number };
}

/** A problem in a header. `parseSkill` converts it into a diagnostic with a position. */
export interface HeaderIssue {
  readonly code: "SK003" | "SK109" | "SK110" | "SK119" | "SK120" | "SK121";
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly help: string;
  /** The key whose value the fix changes. */
  readonly key?: string;
  readonly fix?: readonly { start: number; end: number; text: string }[];
}

/** A problem with the value of a known key, or with an unknown key. */
export interface FieldIssue {
  readonly code: "SK107" | "SK108" | "SK113" | "SK114" | "SK115" | "SK118";
  readonly entry: HeaderEntry;
  readonly message: string;
  readonly help: string;
  /** The key to write instead of the wrong one. */
  readonly rename?: string;
  /** The edit that fixes the value. */
  readonly rewrite?: Edit;
  /** Position in the value (default: the position of the key). */
  readonly at?: { readonly offset: number; readonly length: number };
}

export interface Header {
  readonly entries: readonly HeaderEntry[];
  readonly issues: readonly HeaderIssue[];
}

/** Returns the range of the text after `key:` on the key's line, without surrounding blanks. */
export function inlineValue(header: string, entry: { readonly offset: number }): { start: number; end: number } {
  const newline = header.indexOf("\n", entry.offset);
  let end = newline === -1 ? header.length : newline;
  const colon = header.indexOf(":", entry.offset);
  let start = colon === -1 || colon >= end ? end : colon + 1;
  while (start < end && isBlank(header.charCodeAt(start))) start++;
  while (end > start && isBlank(header.charCodeAt(end - 1))) end--;
  return { start, end };
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** Marks a value of the wrong type. The caller knows the right type. */
export const WRONG_TYPE: unique symbol = Symbol("wrong type");

/** Returns a list of texts. A single text is split, and list items that are not text are dropped. */
export function readList(value: unknown, split: (text: string) => string[]): unknown {
  if (value === null) return undefined;
  if (typeof value === "string") return split(value);
  if (!Array.isArray(value)) return WRONG_TYPE;
  const items = value.filter((item) => item !== null && typeof item !== "object").map((item) => String(item).trim());
  return items.filter((item) => item !== "");
}
