import type { Diagnostic, Edit } from "../../model/diagnostics/diagnostic.ts";
import { escapeControls } from "../../model/text/yaml-text.ts";

/** The edits of a header that need no judgement, of all that its findings offer. */
export function mechanicalEdits(diagnostics: readonly Diagnostic[], header: string, firstLine: number): Edit[] {
  const unread = new Set(diagnostics.filter(({ code }) => code === "SK118").map(({ at }) => at?.line));
  // What a permission says is not repaired: quoted, a broken denial would deny something else.
  const kept = unread.size > 0 ? linesOf(header).filter((_, at) => unread.has(firstLine + at)) : [];
  const edits: Edit[] = [];
  for (const { code, fix } of withoutTwins(diagnostics)) {
    for (const edit of fix ?? []) {
      if (edit.end > edit.start && kept.some(({ start, end }) => edit.start >= start && edit.start <= end)) continue;
      // A name has no blanks in it: what follows ` #` there is a comment indeed.
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

/** Of several keys that would become the same one only the first does, an accepted alias before a mistake; nor is a name written then. */
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

/** Applies edits from the back; of two that overlap the first stays. */
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
