/** Changes one place of a TOML text and keeps all other bytes. The caller parses each result again before using it. */
import { layOutToml, type TomlPart, type TomlPath } from "./toml-layout.ts";

/** A piece of new text and its offset. */
export interface TomlInsertion {
  readonly at: number;
  readonly text: string;
}

/** Removes a table with its subtables, a key, or an element of a list. */
export function removeFromToml(text: string, path: TomlPath): string | undefined {
  const parts = layOutToml(text)?.filter((part) => isUnder(part.path, path));
  if (parts === undefined || parts.length === 0) return undefined;
  const outer = parts.filter((part) => !parts.some((other) => other !== part && contains(other, part)));
  return outer.reduceRight((rest, part) => {
    const [from, until] = part.kind === "element" ? withComma(rest, part) : wholeLines(rest, part);
    return rest.slice(0, from) + rest.slice(until);
  }, text);
}

/** Replaces the lines of a table, or an inline value, by another value. */
export function replaceInToml(
  text: string,
  path: TomlPath,
  { lines, inline }: { readonly lines: string; readonly inline: string },
): string | undefined {
  const part = layOutToml(text)?.find((each) => isSame(each.path, path));
  if (part === undefined) return undefined;
  return text.slice(0, part.from) + (part.kind === "table" ? lines : inline) + text.slice(part.until);
}

/** Appends `piece` to an inline mapping or list. */
export function appendInline(text: string, path: TomlPath, piece: string): TomlInsertion | undefined {
  const parts = layOutToml(text) ?? [];
  const map = parts.find((part) => part.open !== undefined && isSame(part.path, path));
  if (map?.open === undefined) return undefined;
  const ends = parts.filter((part) => contains(map, part)).map((part) => part.until);
  return ends.length === 0 ? { at: map.open + 1, text: ` ${piece} ` } : { at: Math.max(...ends), text: `, ${piece}` };
}

/** Inserts a table after the last table of a list of tables, with a blank line between tables. */
export function appendTable(text: string, list: TomlPath, lines: string): string | undefined {
  const last = layOutToml(text)?.findLast((part) => part.kind === "table" && isUnder(part.path, list));
  if (last === undefined) return undefined;
  const [, until] = wholeLines(text, last);
  const before = text.slice(0, until);
  const rest = text.slice(until);
  const gap = /\n[^\S\n]*\n$/.test(before) ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  return `${before}${gap}${lines}${rest === "" ? "" : "\n"}${rest}`;
}

/** Writes a value as an inline TOML value. The value must be one that JSON supports. */
export function inlineToml(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[ ${value.map(inlineToml).join(", ")} ]`;
  // A JSON string is also a valid TOML basic string.
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${tomlKey(key)} = ${inlineToml(each)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** Writes the lines of a table that come after its header. */
export function tomlLines(value: Readonly<Record<string, unknown>>): string {
  return Object.entries(value)
    .map(([key, each]) => `${tomlKey(key)} = ${inlineToml(each)}\n`)
    .join("");
}

export function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

function isUnder(path: TomlPath, outer: TomlPath): boolean {
  return outer.every((key, index) => path[index] === key);
}

function isSame(path: TomlPath, other: TomlPath): boolean {
  return path.length === other.length && isUnder(path, other);
}

function contains(outer: TomlPart, inner: TomlPart): boolean {
  return outer.from <= inner.from && inner.until <= outer.until && outer.from !== inner.from;
}

/**
 * Returns the range of an element and its comma: the comma after the element, or before it if the element is the last
 * one.
 */
function withComma(text: string, { from, until }: TomlPart): readonly [number, number] {
  const after = /^[^\S\n]*,[^\S\n]*/.exec(text.slice(until));
  if (after !== null) return [from, until + after[0].length];
  const before = /,\s*$/.exec(text.slice(0, from));
  return [from - (before?.[0].length ?? 0), until];
}

/** Returns the range of the lines of a statement or table. For a table, it includes the blank lines after the table. */
function wholeLines(text: string, { kind, from, until }: TomlPart): readonly [number, number] {
  if (kind === "table") return [from, until + /^(?:[^\S\n]*\n)*/.exec(text.slice(until))![0].length];
  return [text.lastIndexOf("\n", from - 1) + 1, text.indexOf("\n", until) + 1 || text.length];
}
