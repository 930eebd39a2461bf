/**
 * Picks skills without a full-screen terminal. It prints a numbered list, and reads numbers, a name, or words to
 * search.
 */
import { createInterface } from "node:readline";
import { printableLine } from "../../model/text/display/printable.ts";
import { RowFinder } from "./find-rows.ts";
import type { PickItem } from "./item.ts";
import type { PickerOptions, PickerResult } from "./pick.ts";

const MAX_SHOWN = 50;

export async function pickByNumber(
  items: readonly PickItem[],
  options: Pick<PickerOptions, "query" | "many">,
  say: (line: string) => void,
): Promise<PickerResult> {
  const finder = new RowFinder(items);
  let shown = show(finder, options.query, say);
  const reader = createInterface({ input: process.stdin });
  try {
    for await (const line of reader) {
      const asked = line.trim();
      if (asked === "") break;
      const chosen = chosenBy(asked, shown, options.many);
      if (chosen.length > 0) return { ended: "picked", items: chosen };
      shown = show(finder, asked, say);
    }
  } finally {
    reader.close();
  }
  return { ended: "cancelled", items: [] };
}

function show(finder: RowFinder, query: string, say: (line: string) => void): readonly PickItem[] {
  const { rows, total, more } = finder.find(query);
  const shown = rows.slice(0, MAX_SHOWN).map(({ item }) => item);
  shown.forEach((item, at) => {
    const state = item.state === "loaded" ? "" : ` (${item.state})`;
    say(`${String(at + 1).padStart(3)}  ${item.scope.padEnd(6)} ${printableLine(item.name)}${printableLine(state)}`);
    for (const warning of item.warnings()) say(`     ! ${printableLine(warning)}`);
  });
  if (total > shown.length) say(`     and ${total - shown.length} ${more ? "or " : ""}more`);
  say("number, name or search (Enter to quit):");
  return shown;
}

/**
 * Returns the items that an answer selects: a number, a name in the list, or several numbers such as `1 3` if that is
 * allowed.
 */
function chosenBy(asked: string, shown: readonly PickItem[], many: boolean): PickItem[] {
  const named = shown.find(({ name }) => name === asked);
  if (named) return [named];
  const parts = asked.split(/[\s,]+/);
  if (!parts.every((part) => /^\d{1,4}$/.test(part)) || (parts.length > 1 && !many)) return [];
  const found = parts.map((part) => shown[Number(part) - 1]);
  return found.every((item) => item !== undefined) ? [...new Set(found)] : [];
}
