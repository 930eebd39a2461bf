/** The columns of `list` for the hosts on this machine: whether each of them sees the skill. */
import { readHostCells } from "../../../ops/host-cells.ts";
import type { Context } from "../command.ts";
import { unverified } from "../output/present.ts";
import type { Column, TableCell } from "../output/table.ts";
import { meanings, toneOf, WORDS } from "../verbs/matrix.ts";

export interface HostColumns {
  readonly columns: readonly Column[];
  cells(path: string): readonly TableCell[];
  /** The meaning of the words in the cells, and the hosts that are not verified. */
  legend(paths: readonly string[]): string[];
}

/** Undefined if no host is on this machine. */
export async function hostColumns(
  hosts: readonly string[] | undefined,
  context: Context,
): Promise<HostColumns | undefined> {
  const { views, cellsOf } = await readHostCells(hosts, context.load);
  if (views.length === 0) return undefined;
  const unsure = unverified(views.map(({ profile }) => profile));
  return {
    columns: views.map(({ profile }) => ({ title: profile.name })),
    cells: (path) => cellsOf(path).map((cell) => ({ text: WORDS[cell.state], tone: toneOf(cell, context.paint) })),
    legend(paths) {
      const cells = paths.flatMap(cellsOf);
      const plain = cells.every((cell) => cell.state === "visible");
      const words = plain ? [] : [`${meanings(cells)} · \`skillwright matrix\` shows the reasons`];
      return [...words, ...(unsure ? [unsure] : [])];
    },
  };
}
