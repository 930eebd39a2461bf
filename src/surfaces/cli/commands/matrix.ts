import { resolve } from "node:path";
import { CATALOGUE, type Cell, type CellState, type Looked, lookThrough, type MatrixRow } from "../../../index.ts";
import { matrixAnswer } from "../../../ops/answers/host-answers.ts";
import { writeFileAtomically } from "../../../platform/writing/write-file.ts";
import { type Command, type Context, names, text } from "../command.ts";
import { place } from "../findings/print-text.ts";
import { writeAnswer } from "../output/json.ts";
import { cut, pad, printable, textWidth } from "../output/paint.ts";
import { plural, unverified } from "../output/present.ts";

export const matrix: Command = {
  usage: "[--hosts A,B] [--html FILE]",
  about:
    "Skills by hosts: what becomes of every skill file in every host, with the code of the reason. Without --hosts, the\nverified hosts and those found on this machine. Files are read once for all hosts.",
  options: {
    hosts: {
      type: "string",
      value: "A,B",
      summary: "these hosts; `all` for the verified ones, `every` for all that are known",
      choices: "hosts",
    },
    html: { type: "string", value: "FILE", summary: "write a page that needs nothing else" },
  },
  examples: [
    ["skillwright matrix", "who sees what"],
    ["skillwright matrix --hosts claude-code,codex --json", "two hosts, for programs"],
    ["skillwright matrix --hosts every --html skills.html", "a page for people"],
  ],
  positionals: [0, 0],
  async run(context) {
    const hosts = hostNames(context);
    const looked = await lookThrough({ ...context.load, ...(hosts ? { hosts } : {}) });
    const file = text(context, "html");
    if (file !== undefined) {
      const { matrixPage } = await import("../show/matrix-page.ts");
      const path = resolve(looked.machine.cwd, file);
      writeFileAtomically(path, matrixPage(looked));
      context.err.line(`wrote ${printable(path)}`);
      return 0;
    }
    if (context.json) writeAnswer(context.out, matrixAnswer(looked));
    else print(looked, context);
    return 0;
  },
};

/** `--hosts a,b`, or the one of `--host`. */
function hostNames(context: Context): string[] | undefined {
  return names(context, "hosts") ?? names(context, "host");
}

/** One sign for each state, clear without colour. */
export const SIGNS: Readonly<Record<CellState, string>> = {
  visible: "yes",
  "name-differs": "name",
  "listed-without-description": "bare",
  "not-listed": "kept",
  shadowed: "lost",
  rejected: "no",
  absent: "-",
  unsupported: "n/a",
};

const MAX_NAME = 32;

function print(looked: Looked, context: Context): void {
  const { views, rows } = looked;
  const { out, paint } = context;
  const heads = views.map(({ profile }) => profile.name);
  const widths = heads.map((head) => Math.max(textWidth(head), 10));
  const nameWidth = Math.min(MAX_NAME, Math.max(5, ...rows.map((row) => textWidth(printable(row.name)))));
  out.line(
    paint.bold(
      [pad("skill", nameWidth), ...heads.map((head, at) => pad(head, widths[at] as number))].join("  ").trimEnd(),
    ),
  );
  for (const row of rows) {
    const cells = row.cells.map((cell, at) => colour(cell, pad(shown(cell), widths[at] as number), context));
    const where = paint.dim(place(row.skill.paths[0] ?? row.skill.file, looked.machine.cwd));
    out.line([pad(cut(printable(row.name), nameWidth), nameWidth), ...cells, where].join("  "));
  }
  out.line();
  legend(rows, context);
  for (const { profile, remarks } of views)
    for (const { code, path, text: reason } of remarks)
      out.line(`${paint.yellow(`${profile.name} [${code}]`)}: ${printable(path)}: ${printable(reason)}`);
  const unsure = unverified(views.map(({ profile }) => profile));
  if (unsure) out.line(paint.dim(unsure));
  out.line(
    `${plural(rows.length, "skill")} · ${plural(views.length, "host")} · \`skillwright explain NAME --all-hosts\` says what to do`,
  );
}

function shown({ state, because }: Cell): string {
  return because ? `${SIGNS[state]} ${because.code}` : SIGNS[state];
}

function colour({ state }: Cell, words: string, { paint }: Context): string {
  if (state === "visible") return paint.green(words);
  if (state === "absent" || state === "unsupported") return paint.dim(words);
  return state === "rejected" || state === "shadowed" ? paint.red(words) : paint.yellow(words);
}

const MEANINGS: Readonly<Record<CellState, string>> = {
  visible: "visible",
  "name-differs": "visible under another name",
  "listed-without-description": "listed without a description",
  "not-listed": "loaded, but kept from the model",
  shadowed: "lost to another of the same name",
  rejected: "rejected",
  absent: "never come upon",
  unsupported: "the host has no skills",
};

/** What the signs of these cells mean. */
export function meanings(cells: readonly Cell[]): string {
  return (Object.keys(SIGNS) as CellState[])
    .filter((state) => cells.some((cell) => cell.state === state))
    .map((state) => `${SIGNS[state]} = ${MEANINGS[state]}`)
    .join(" · ");
}

/** Only what stands in the table. */
function legend(rows: readonly MatrixRow[], { out, paint }: Context): void {
  const cells = rows.flatMap((row) => row.cells);
  if (cells.length > 0) out.line(paint.dim(meanings(cells)));
  const codes = [...new Set(cells.flatMap((cell) => cell.because?.code ?? []))].sort();
  for (const code of codes) out.line(paint.dim(`${code} ${CATALOGUE[code].slug.replaceAll("-", " ")}`));
}
