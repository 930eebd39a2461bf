/**
 * Prints many diagnostics readably. Errors are printed in full. Other diagnostics are grouped by code, with a count,
 * some examples, and the command that shows all of them.
 */
import { CATALOGUE, isCode } from "../../../model/diagnostics/catalogue.ts";
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { shownPath } from "../output/output.ts";
import { type PrintOptions, printDiagnostic } from "./print-text.ts";

/** Maximum number of diagnostics to print in full. A longer list is printed in groups. */
const IN_FULL = 20;
const EXAMPLES = 3;

export function printDiagnostics(diagnostics: readonly Diagnostic[], options: PrintOptions = {}): string {
  if (diagnostics.length <= IN_FULL) return diagnostics.map((each) => `${printDiagnostic(each, options)}\n`).join("\n");
  const groups = groupByCode(diagnostics);
  const blocks: string[] = [];
  for (const [code, members] of [...groups].sort(byWeight)) {
    const [first, ...rest] = members as [Diagnostic, ...Diagnostic[]];
    const lines = [printDiagnostic(first, options)];
    if (rest.length > 0) {
      lines.push(`… and ${rest.length} more of ${code} (${isCode(code) ? CATALOGUE[code].slug : "unknown"}):`);
      for (const each of rest.slice(0, EXAMPLES))
        lines.push(
          `  ${shownPath(each.path ?? "", options.cwd)}${each.at ? `:${each.at.line}:${each.at.column}` : ""}`,
        );
      if (rest.length > EXAMPLES) lines.push(`  … ${rest.length - EXAMPLES} more; \`--json\` has all of them`);
    }
    blocks.push(`${lines.join("\n")}\n`);
  }
  return blocks.join("\n");
}

/** Sorts groups: errors before warnings, then larger groups first. */
function byWeight([codeA, a]: [string, Diagnostic[]], [codeB, b]: [string, Diagnostic[]]): number {
  const rank = { error: 0, warning: 1, info: 2 };
  return rank[a[0]!.severity] - rank[b[0]!.severity] || b.length - a.length || (codeA < codeB ? -1 : 1);
}

function groupByCode(diagnostics: readonly Diagnostic[]): Map<string, Diagnostic[]> {
  const groups = new Map<string, Diagnostic[]>();
  for (const each of diagnostics) {
    const group = groups.get(each.code);
    if (group) group.push(each);
    else groups.set(each.code, [each]);
  }
  return groups;
}

/** Returns a text such as `2 errors, 14 warnings, 3 notes`, or `no problems` if there are no diagnostics. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: string): number => diagnostics.filter((each) => each.severity === severity).length;
  const words = [
    ["error", count("error")],
    ["warning", count("warning")],
    ["note", count("info")],
  ] as const;
  const parts = words
    .filter(([, number]) => number > 0)
    .map(([word, number]) => `${number} ${word}${number === 1 ? "" : "s"}`);
  return parts.length === 0 ? "no problems" : parts.join(", ");
}
