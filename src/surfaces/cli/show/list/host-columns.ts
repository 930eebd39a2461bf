/** Adds a column to `list` for each host on this machine. The cells show whether the host sees the skill. */
import { hostsHere } from "../../../../ops/hosts/detect-hosts.ts";
import { readHostCells } from "../../../../ops/hosts/host-cells.ts";
import type { Context } from "../../command.ts";
import { unverifiedNote } from "../../output/present.ts";
import type { Column, TableCell } from "../../output/table.ts";
import { cellWord, explainWords, stateColour } from "../state-words.ts";

export interface HostColumns {
  readonly columns: readonly Column[];
  cells(path: string): readonly TableCell[];
  /** Returns lines that explain the words in the cells, and that name unverified hosts. */
  legend(paths: readonly string[]): string[];
}

/** Returns the columns. Returns undefined if there is no host on this machine. */
export async function hostColumns(
  hosts: readonly string[] | undefined,
  context: Context,
): Promise<HostColumns | undefined> {
  const { views, cellsOf } = await readHostCells(hosts ?? (await hostsHere(context.load)), context.load);
  if (views.length === 0) return undefined;
  const unsure = unverifiedNote(views.map(({ profile }) => profile));
  return {
    columns: views.map(({ profile }) => ({ title: profile.name })),
    cells: (path) => cellsOf(path).map((cell) => ({ text: cellWord(cell), tone: stateColour(cell, context.paint) })),
    legend(paths) {
      const cells = paths.flatMap(cellsOf);
      const plain = cells.every((cell) => cell.state === "visible");
      const words = plain ? [] : [`${explainWords(cells)} · \`skillwright matrix\` shows the reasons`];
      return [...words, ...(unsure ? [unsure] : [])];
    },
  };
}
