import type { Diagnostic, Edit } from "../../model/diagnostics/diagnostic.ts";
import { escapeControls } from "../../model/text/data-formats/yaml-text.ts";

/** Returns the edits of a header that are safe to apply automatically. */
export function mechanicalEdits(diagnostics: readonly Diagnostic[], header: string, firstLine: number): Edit[] {
  const unread = new Set(diagnostics.filter(({ code }) => code === "SK118").map(({ at }) => at?.line));
  // The lines of unreadable permissions stay unchanged. Quoting a broken denial, for example, would change its meaning.
  const kept = unread.size > 0 ? linesOf(header).filter((_, at) => unread.has(firstLine + at)) : [];
  const edits: Edit[] = [];
  for (const { code, fix } of withoutTwins(diagnostics)) {
    for (const edit of fix ?? []) {
      if (edit.end > edit.start && kept.some(({ start, end }) => edit.start >= start && edit.start <= end)) continue;
      // A comment after a name stays. A name has no blanks, so text after ` #` is certainly a comment.
      if (code === "SK110" && isOfName(header, edit)) continue;
      edits.push({ ...edit, text: edit.text.startsWith('"') ? escapeControls(edit.text) : edit.text });
    }
  }
  return edits;
}

function linesOf(header: string): { start: number; end: number }[] {
  let start = 0;
  return header.split("\n").map((line) => {
    const end = start + line.length;
    const place = { start, end };
    start = end + 1;
    return place;
  });
}

/**
 * Leaves out edits that would write a key twice. If several keys would be renamed to the same key, only the first one
 * is renamed; accepted aliases come before misspelt keys. No `name` is added if another key is renamed to `name`.
 */
function withoutTwins(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const taken = new Set<string>();
  const left = new Set<Diagnostic>();
  for (const code of ["SK115", "SK114"]) {
    for (const each of diagnostics) {
      const key = each.code === code ? each.fix?.[0]?.text : undefined;
      if (key === undefined) continue;
      if (taken.has(key)) left.add(each);
      taken.add(key);
    }
  }
  return diagnostics.filter((each) => !left.has(each) && !(each.code === "SK101" && taken.has("name")));
}

function isOfName(header: string, { start }: Edit): boolean {
  return /^["']?name["']?[ \t]*:/.test(header.slice(header.lastIndexOf("\n", start - 1) + 1, start));
}

/** Applies edits from the end. Of two overlapping edits, the first wins. */
export function applyEdits(header: string, edits: readonly Edit[]): string {
  let result = header;
  let from = Number.POSITIVE_INFINITY;
  for (const edit of [...edits].sort((a, b) => b.start - a.start || b.end - a.end)) {
    if (edit.end > from) continue;
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
    from = edit.start;
  }
  return result;
}
