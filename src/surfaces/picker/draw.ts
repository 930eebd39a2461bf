/**
 * Draws a state: returns lines that are at most as wide as the screen. Untrusted text is made printable before it is
 * measured, so it cannot move the cursor.
 */
import type { Scope } from "../../model/skills/root.ts";
import { cutToWidth, padToWidth, printableLine, textWidth } from "../../model/text/display/printable.ts";
import type { PickerRow } from "./find-rows.ts";
import type { PickItem } from "./item.ts";
import { LINES_ABOVE_LIST, type PickerState } from "./state.ts";

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
}

export interface Frame {
  readonly lines: readonly string[];
  /** Column in which the terminal's cursor is shown. */
  readonly column: number;
}

/** Returns the text as one line without control characters. */
function safe(text: string): string {
  return printableLine(text.replace(/[\t\n\v\f\r]/g, " "));
}

const MIN_FOR_PREVIEW = 80;
const FOOT = 2;

/** Returns the number of rows that the list has on the screen. */
export function listHeight({ rows }: ScreenSize): number {
  return Math.max(1, rows - LINES_ABOVE_LIST - FOOT);
}

export function drawScreen(state: PickerState, screen: ScreenSize, many: boolean, total: number): Frame {
  const { columns } = screen;
  const style = styles(screen.color);
  const beside = state.preview && columns >= MIN_FOR_PREVIEW;
  const width = beside ? Math.floor(columns / 2) : columns;
  const height = listHeight(screen);
  const shown = state.found.rows.slice(state.top, state.top + height);
  const chosen = new Set(state.chosen);
  const left = shown.map((row, at) =>
    listLine(row, { here: state.top + at === state.at, chosen: chosen.has(row.item.id), width, style }),
  );
  const here = state.found.rows[state.at]?.item;
  const right = beside ? previewLines(here, columns - width - 3, height, style) : [];
  const list = Array.from({ length: height }, (_, at) => {
    const line = left[at] ?? { text: "", width: 0 };
    if (!beside) return line.text;
    return `${line.text}${" ".repeat(Math.max(0, width - line.width))} ${style.dim("│")} ${right[at] ?? ""}`;
  });
  const prompt = `> ${state.query}`;
  const counts = `${state.found.total}${state.found.more ? " or more" : ""} of ${total}${state.chosen.length > 0 ? `, ${state.chosen.length} chosen` : ""}`;
  return {
    lines: [
      cutToWidth(safe(prompt), columns),
      style.dim(cutToWidth(counts, columns)),
      ...list,
      style.yellow(cutToWidth(warningOf(here), columns)),
      style.dim(cutToWidth(many ? KEYS_MANY : KEYS_ONE, columns)),
    ].slice(0, screen.rows),
    column: Math.min(columns - 1, textWidth(safe(`> ${state.query.slice(0, state.caret)}`))),
  };
}

const KEYS_ONE = "enter choose · ↑↓ move · ctrl-o preview · ctrl-u clear · esc cancel";
const KEYS_MANY = "enter choose · tab mark · ctrl-t mark all · ↑↓ move · ctrl-o preview · esc cancel";

function warningOf(item: PickItem | undefined): string {
  const [first, ...more] = item?.warnings() ?? [];
  if (first === undefined) return "";
  return `! ${safe(first)}${more.length > 0 ? ` (and ${more.length} more)` : ""}`;
}

interface LineStyle {
  readonly here: boolean;
  readonly chosen: boolean;
  readonly width: number;
  readonly style: Styles;
}

const BADGE = 6;

function listLine(
  { item, letters }: PickerRow,
  { here, chosen, width, style }: LineStyle,
): { text: string; width: number } {
  const head = `${here ? "❯" : " "}${chosen ? "●" : " "} `;
  const state = item.state === "loaded" ? "" : ` (${safe(item.state)})`;
  const room = Math.max(4, width - textWidth(head) - BADGE - 2);
  const name = cutToWidth(safe(item.name), room);
  const used = textWidth(head) + BADGE + 1 + textWidth(name);
  const rest = cutToWidth(state, Math.max(0, width - used));
  const shown = highlight(name, item.name === name ? letters() : [], style);
  return {
    text: `${here ? style.bold(head) : head}${style.scope(item.scope)(padToWidth(item.scope, BADGE))} ${here ? style.bold(shown) : shown}${style.yellow(rest)}`,
    width: used + textWidth(rest),
  };
}

/** Highlights the letters of a name that the user typed. */
function highlight(name: string, letters: readonly number[], style: Styles): string {
  if (letters.length === 0) return name;
  const marked = new Set(letters);
  let [text, run] = ["", ""];
  const close = (): void => {
    text += run === "" ? "" : style.match(run);
    run = "";
  };
  for (let at = 0; at < name.length; at++) {
    if (marked.has(at)) run += name[at];
    else {
      close();
      text += name[at];
    }
  }
  close();
  return text;
}

function previewLines(item: PickItem | undefined, width: number, height: number, style: Styles): string[] {
  if (item === undefined || width < 10) return [];
  const lines = [
    style.bold(cutToWidth(safe(item.name), width)),
    style.dim(cutToWidth(safe(item.path), width)),
    "",
    ...wrapText(safe(item.description), width).slice(0, MAX_DESCRIPTION),
    ...item.warnings().flatMap((each) => wrapText(`! ${safe(each)}`, width).map(style.yellow)),
    "",
  ];
  if (lines.length >= height) return lines.slice(0, height);
  const body = item
    .preview()
    .split("\n")
    .map((line) => cutToWidth(safe(line), width));
  return [...lines, ...body].slice(0, height);
}

const MAX_DESCRIPTION = 8;

export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (textWidth(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    line = cutToWidth(word, width);
  }
  return line === "" ? lines : [...lines, line];
}

interface Styles {
  bold(text: string): string;
  dim(text: string): string;
  yellow(text: string): string;
  match(text: string): string;
  scope(scope: Scope): (text: string) => string;
}

const SCOPE_COLOURS: Readonly<Record<Scope, number>> = {
  extra: 36,
  repo: 32,
  user: 34,
  system: 35,
  admin: 31,
  plugin: 33,
};

function styles(color: boolean): Styles {
  const style = (open: number, close: number) => (text: string) =>
    color && text !== "" ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    yellow: style(33, 39),
    // Matches are also underlined, so that they are visible without colours.
    match: style(4, 24),
    scope: (scope) => style(SCOPE_COLOURS[scope], 39),
  };
}
