/**
 * One entry more in a mapping of a configuration file, as pieces of text that are put in: everything else stays as it is, to
 * the byte. Taking one away again is the same, by what is cut out. What cannot be done so is not done.
 */
import type { Format } from "./mcp-host.ts";

export interface Entry {
  /** The mapping of the file that holds it. */
  readonly key: string;
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A piece of text that is put in at a place of the old text. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

export interface Editor {
  /** Ways that should do, the best first; what comes of each has to be read again before it is believed. */
  insert(text: string, entry: Entry): Promise<readonly (readonly Insertion[])[]>;
  remove(text: string, entry: Entry): Promise<string | undefined>;
}

export async function editorOf(format: Format): Promise<Editor> {
  if (format === "json") return (await import("./edit-json.ts")).editJson;
  if (format === "toml") return (await import("./edit-toml.ts")).editToml;
  return (await import("./edit-yaml.ts")).editYaml;
}

/** The pieces in order of their places. */
export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  let done = "";
  let from = 0;
  for (const { at, text: piece } of insertions) {
    done += text.slice(from, at) + piece;
    from = at;
  }
  return done + text.slice(from);
}

/** The way back. */
export function withoutInsertions(text: string, insertions: readonly Insertion[]): string {
  let done = "";
  let from = 0;
  let shift = 0;
  for (const { at, text: piece } of insertions) {
    done += text.slice(from, at + shift);
    from = at + shift + piece.length;
    shift += piece.length;
  }
  return done + text.slice(from);
}

/** What ends the lines of a text. */
export function lineEnd(text: string): "\r\n" | "\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** The place behind the line that a place is on. */
export function endOfLine(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  return newline === -1 ? text.length : newline + 1;
}
