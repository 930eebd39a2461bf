/**
 * The words that describe how a host treats a skill. Every command uses these words, and JSON contains them as values.
 */
import type { Cell, CellState } from "../../../hosts/views/matrix.ts";
import type { Context } from "../command.ts";

export const STATE_MEANINGS: Readonly<Record<CellState, string>> = {
  visible: "models see the skill",
  renamed: "visible under another name",
  "name-only": "listed without a description",
  hidden: "loaded, but not shown to models",
  withheld: "loaded, but hidden from models until you trust or approve it",
  disabled: "a setting turns the skill off",
  overridden: "another skill of the same name wins",
  ineligible: "the skill cannot work on this machine",
  rejected: "the host refuses the file",
  "not-searched": "the host does not search this place",
  unsupported: "the host has no skills",
};

/** Returns the word for a cell of the table. */
export function cellWord({ state }: Cell): string {
  return state === "not-searched" ? "-" : state.replace("-", " ");
}

/** Explains the words in these cells. The word `visible` needs no explanation. */
export function explainWords(cells: readonly Cell[]): string {
  return (Object.keys(STATE_MEANINGS) as CellState[])
    .flatMap((state) => cells.find((cell) => cell.state === state && state !== "visible") ?? [])
    .map((cell) => `${cellWord(cell)} = ${STATE_MEANINGS[cell.state]}`)
    .join(" · ");
}

export function toneOf({ state }: Cell, paint: Context["paint"]): (text: string) => string {
  if (state === "visible" || state === "renamed") return paint.green;
  if (state === "not-searched" || state === "unsupported") return paint.dim;
  return ["rejected", "overridden", "ineligible"].includes(state) ? paint.red : paint.yellow;
}
