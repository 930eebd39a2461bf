import type { Edit } from "../../model/diagnostics/diagnostic.ts";
import type { YamlNode } from "../yaml/parse-yaml.ts";

/** One top-level key of a frontmatter block, as any of the readers found it. */
export interface HeaderEntry {
  readonly key: string;
  readonly value: unknown;
  /** Where the key begins in the header. */
  readonly offset: number;
  /** The value is not YAML: it is the text as it stood, kept so that nothing is lost. */
  readonly raw: boolean;
  /** Where the value stands, when the full parser read it; the end only of a scalar. */
  readonly valueStart?: number;
  readonly valueEnd?: number;
  /** The value with the places of its parts, when the full parser read it; `shift` has to be added to them. */
  readonly tree?: { readonly node: YamlNode; readonly shift: number };
}

/** Something to tell about a header; `parseSkill` turns it into a diagnostic with a position. */
export interface HeaderIssue {
  readonly code: "SK003" | "SK109" | "SK110" | "SK119" | "SK120" | "SK121";
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly help: string;
  /** The key whose value the fix would change. */
  readonly key?: string;
  readonly fix?: readonly { start: number; end: number; text: string }[];
}

/** A finding about the value of a known key, or about a key that is not known. */
export interface FieldIssue {
  readonly code: "SK107" | "SK108" | "SK113" | "SK114" | "SK115" | "SK118";
  readonly entry: HeaderEntry;
  readonly message: string;
  readonly help: string;
  /** The key to write instead. */
  readonly rename?: string;
  /** The edit that repairs the value. */
  readonly rewrite?: Edit;
  /** Position in the value (default: the key). */
  readonly at?: { readonly offset: number; readonly length: number };
}

export interface Header {
  readonly entries: readonly HeaderEntry[];
  readonly issues: readonly HeaderIssue[];
}

/** The characters after `key:` on the key's own line, without surrounding blanks. */
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

/** Stands for a value of the wrong type; the caller knows what it should have been. */
export const WRONG: unique symbol = Symbol("wrong type");

/** A list of texts; one text is split. What is not text in a list is left out. */
export function readList(value: unknown, split: (text: string) => string[]): unknown {
  if (value === null) return undefined;
  if (typeof value === "string") return split(value);
  if (!Array.isArray(value)) return WRONG;
  const items = value.filter((item) => item !== null && typeof item !== "object").map((item) => String(item).trim());
  return items.filter((item) => item !== "");
}
