import type { Cell, CellState, MatrixRow } from "../../../hosts/views/matrix.ts";
import { CATALOGUE } from "../../../model/diagnostics/catalogue.ts";
import type { Looked } from "../../../ops/look-hosts.ts";
import { matrix } from "../../../ops/verbs/matrix.ts";
import { writeFileAtomically } from "../../../platform/writing/write-file.ts";
import type { Context } from "../command.ts";
import { printable, shownPath } from "../output/paint.ts";
import { hiddenLine, isEmbeddedFile, plural, unverified } from "../output/present.ts";
import { type Column, fitsTable, type TableCell, tableLines } from "../output/table.ts";
import { present } from "../verb-command.ts";

export const presentation = present(matrix, {
  matrix: { show: print },
  page: {
    async converse(input, context, lent) {
      const { looked, path } = await matrix.operations.page.run(input, lent);
      const { matrixPage } = await import("../show/matrix-page.ts");
      writeFileAtomically(path, matrixPage(looked));
      context.err.line(`wrote ${printable(path)}`);
      return 0;
    },
  },
});

/** One word for each state, clear without colour. The other commands use the same words. */
export const WORDS: Readonly<Record<CellState, string>> = {
  visible: "yes",
  "name-differs": "renamed",
  "listed-without-description": "bare",
  "not-listed": "hidden",
  shadowed: "shadowed",
  rejected: "rejected",
  absent: "-",
  unsupported: "n/a",
};

const LEAST_NAME = 16;
const LEAST_PATH = 20;

function print(looked: Looked, context: Context, { all = false }: { readonly all?: boolean }): void {
  const { views } = looked;
  const { out, paint } = context;
  const rows = looked.rows.filter(({ skill }) => all || !isEmbeddedFile(skill.file));
  const columns: Column[] = [
    { title: "skill", least: LEAST_NAME },
    ...views.map(({ profile }) => ({ title: profile.name })),
    { title: "file", least: LEAST_PATH },
  ];
  const cellsWith = (text: (cell: Cell) => string): TableCell[][] =>
    rows.map((row) => [
      { text: row.name, tone: paint.bold },
      ...row.cells.map((cell) => ({ text: text(cell), tone: toneOf(cell, paint) })),
      { text: shownPath(row.skill.paths[0] ?? row.skill.file, looked.machine.cwd), tone: paint.dim },
    ]);
  const [full, short] = [cellsWith(cellText), cellsWith(cellWord)];
  // A table without codes is easier to read than a block for each skill.
  const cells = !fitsTable(columns, full, context) && fitsTable(columns, short, context) ? short : full;
  for (const line of tableLines(columns, cells, context)) out.line(line);
  if (rows.length > 0) out.line();
  for (const line of legend(rows)) out.line(paint.dim(line));
  for (const { profile, remarks } of views)
    for (const { code, path, text: reason } of remarks)
      out.line(`${paint.yellow(`${profile.name} [${code}]`)}: ${printable(path)}: ${printable(reason)}`);
  const unsure = unverified(views.map(({ profile }) => profile));
  if (unsure) out.line(paint.dim(unsure));
  const hidden = looked.rows.length - rows.length;
  if (hidden > 0) out.line(paint.dim(hiddenLine(hidden)));
  out.line(
    `${plural(rows.length, "skill")} · ${plural(views.length, "host")} · \`skillwright explain NAME --all-hosts\` shows the fix`,
  );
}

function cellText(cell: Cell): string {
  const { code } = cell.because ?? {};
  return code === undefined || code === "SK501" ? cellWord(cell) : `${cellWord(cell)} ${code}`;
}

/** Cells for skills of an untrusted project have their own word. */
function cellWord({ state, because }: Cell): string {
  return because?.code === "SK501" ? "untrusted" : WORDS[state];
}

export function toneOf({ state }: Cell, paint: Context["paint"]): (text: string) => string {
  if (state === "visible") return paint.green;
  if (state === "absent" || state === "unsupported") return paint.dim;
  return state === "rejected" || state === "shadowed" ? paint.red : paint.yellow;
}

const MEANINGS: Readonly<Record<CellState, string>> = {
  visible: "visible",
  "name-differs": "visible under another name",
  "listed-without-description": "listed without a description",
  "not-listed": "loaded, but not shown to the model",
  shadowed: "another skill of the same name wins",
  rejected: "the host refuses the file",
  absent: "not searched by this host",
  unsupported: "the host has no skills",
};

/** The meaning of the words in these cells. */
export function meanings(cells: readonly Cell[]): string {
  return (Object.keys(WORDS) as CellState[])
    .filter((state) => cells.some((cell) => cell.state === state))
    .map((state) => `${WORDS[state]} = ${MEANINGS[state]}`)
    .join(" · ");
}

/** The words and codes that occur in the table. */
function legend(rows: readonly MatrixRow[]): string[] {
  const cells = rows.flatMap((row) => row.cells);
  const codes = [...new Set(cells.flatMap((cell) => cell.because?.code ?? []))].sort();
  return [
    ...(cells.length > 0 ? [meanings(cells)] : []),
    ...codes.map((code) => `${code} ${CATALOGUE[code].slug.replaceAll("-", " ")}`),
  ];
}
