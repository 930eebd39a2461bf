/**
 * The words that describe how a host treats a skill. Every command uses these words, and JSON contains them as values.
 */
import type { Cell, CellState } from "../../../hosts/views/matrix.ts";
import type { Context } from "../command.ts";

export const STATE_MEANINGS: Readonly<Record<CellState, string>> = {
  visible: "models see the skill",
  renamed: "models see the skill under another name",
  "name-only": "models see only the skill's name, without a description",
  hidden: "the skill is loaded, but hidden from models",
  withheld: "the skill is loaded, but hidden from models until you trust or approve it",
  disabled: "a setting disables the skill",
  overridden: "another skill with the same name takes precedence",
  ineligible: "this machine does not meet the skill's requirements",
  rejected: "the host refuses the file",
  "not-searched": "the host does not search this directory",
  unsupported: "the host does not support skills",
};

/** Returns the word for a cell of the matrix. */
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

export function stateColour({ state }: Cell, paint: Context["paint"]): (text: string) => string {
  if (state === "visible" || state === "renamed") return paint.green;
  if (state === "not-searched" || state === "unsupported") return paint.dim;
  return ["rejected", "overridden", "ineligible"].includes(state) ? paint.red : paint.yellow;
}
