import type { Cell, MatrixRow } from "../../../hosts/views/matrix.ts";
import { CATALOGUE } from "../../../model/diagnostics/catalogue.ts";
import { printableLine } from "../../../model/text/display/printable.ts";
import type { HostViews } from "../../../ops/hosts/look-hosts.ts";
import { matrix } from "../../../ops/verbs/matrix.ts";
import { writeFileAtomically } from "../../../platform/writing/write-file.ts";
import type { Context } from "../command.ts";
import { shownPath } from "../output/output.ts";
import { hiddenSkillsLine, isEmbeddedFile, plural, unverifiedNote } from "../output/present.ts";
import { type Column, fitsTable, type TableCell, tableLines } from "../output/table.ts";
import { cellWord, explainWords, stateColour } from "../show/state-words.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(matrix, {
  matrix: { show: print },
  page: {
    async converse(input, context, lent) {
      const { looked, path } = await matrix.operations.page.run(input, lent);
      const { matrixPage } = await import("../show/matrix-page.ts");
      writeFileAtomically(path, matrixPage(looked));
      context.err.line(`wrote ${printableLine(path)}`);
      return 0;
    },
  },
});

const LEAST_NAME = 16;
const LEAST_PATH = 20;

function print(looked: HostViews, context: Context, { all = false }: { readonly all?: boolean }): void {
  const { views } = looked;
  const { out, paint } = context;
  const rows = looked.rows.filter(({ skill }) => all || !isEmbeddedFile(skill.file));
  const columns: Column[] = [
    { title: "skill", least: LEAST_NAME },
    ...views.map(({ profile }) => ({ title: profile.name })),
    { title: "file", least: LEAST_PATH },
  ];
  const cellsOf = (row: MatrixRow, text: (cell: Cell) => string): TableCell[] => [
    { text: row.name, tone: paint.bold },
    ...row.cells.map((cell) => ({ text: text(cell), tone: stateColour(cell, paint) })),
    { text: shownPath(row.skill.paths[0] ?? row.skill.file, looked.machine.cwd), tone: paint.dim },
  ];
  const printTable = (cells: readonly TableCell[][]): void => {
    for (const line of tableLines(columns, cells, context)) out.line(line);
  };
  // If not even the titles fit, each row becomes a block. Blocks are printed one by one, because there can be many.
  if (!fitsTable(columns, [], context)) for (const row of rows) printTable([cellsOf(row, cellText)]);
  else {
    const full = rows.map((row) => cellsOf(row, cellText));
    // If the table fits only without the codes, the codes are omitted, because a table is easier to read than one block
    // per skill.
    const short = fitsTable(columns, full, context) ? full : rows.map((row) => cellsOf(row, cellWord));
    printTable(fitsTable(columns, short, context) ? short : full);
  }
  if (rows.length > 0) out.line();
  for (const line of legend(rows)) out.line(paint.dim(line));
  for (const { profile, remarks } of views)
    for (const { code, path, text: reason } of remarks)
      out.line(`${paint.yellow(`${profile.name} [${code}]`)}: ${printableLine(path)}: ${printableLine(reason)}`);
  const unsure = unverifiedNote(views.map(({ profile }) => profile));
  if (unsure) out.line(paint.dim(unsure));
  const hidden = looked.rows.length - rows.length;
  if (hidden > 0) out.line(paint.dim(hiddenSkillsLine(hidden)));
  out.line(
    `${plural(rows.length, "skill")} · ${plural(views.length, "host")} · \`skillwright explain NAME --all-hosts\` shows the fix`,
  );
}

function cellText(cell: Cell): string {
  return cell.because === undefined ? cellWord(cell) : `${cellWord(cell)} ${cell.because.code}`;
}

/** Returns lines that explain the words and codes of the table. */
function legend(rows: readonly MatrixRow[]): string[] {
  const cells = rows.flatMap((row) => row.cells);
  const codes = [...new Set(cells.flatMap((cell) => cell.because?.code ?? []))].sort();
  return [
    ...[explainWords(cells)].filter((line) => line !== ""),
    ...codes.map((code) => `${code} ${CATALOGUE[code].slug.replaceAll("-", " ")}`),
  ];
}
