/**
 * Inserts an entry into a mapping of a configuration file, as text. All other bytes stay. To remove the entry, the same
 * text is cut. If the edit cannot be made in this way, it is refused.
 */
import type { Editor, Insertion } from "./edit.ts";
import type { ConfigFormat } from "./mcp-host.ts";

export async function editorOf(format: ConfigFormat): Promise<Editor> {
  if (format === "json") return (await import("./edit-json.ts")).editJson;
  if (format === "toml") return (await import("./edit-toml.ts")).editToml;
  return (await import("./edit-yaml.ts")).editYaml;
}

/** Returns the text with all pieces inserted, in the order of their offsets. */
export function withInsertions(text: string, insertions: readonly Insertion[]): string {
  let done = "";
  let from = 0;
  for (const { at, text: piece } of insertions) {
    done += text.slice(from, at) + piece;
    from = at;
  }
  return done + text.slice(from);
}

/** Returns the text without the inserted pieces. */
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
