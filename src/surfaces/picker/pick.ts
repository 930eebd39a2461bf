/** The picker: shows items and returns the user's choice. Only this file connects terminal, keys, state and drawing. */
import { drawScreen, type Frame, listHeight, type ScreenSize } from "./draw.ts";
import { RowFinder } from "./find-rows.ts";
import type { PickItem } from "./item.ts";
import { type PressedKey, readKeys } from "./keys.ts";
import { beginPicking, type PickerState, pressKey, scrollToCursor } from "./state.ts";
import type { PickerTerminal } from "./terminal.ts";

export interface PickerOptions {
  readonly query: string;
  readonly many: boolean;
  readonly color: boolean;
}

export interface PickerResult {
  readonly ended: "picked" | "cancelled" | "interrupted";
  /** The chosen items, in the order of their choice. */
  readonly items: readonly PickItem[];
}

/**
 * Milliseconds to wait after an escape character for the other characters of a sequence. If none follow, the key was
 * Escape.
 */
const ESCAPE_MS = 40;

export function pickItems(
  items: readonly PickItem[],
  terminal: PickerTerminal,
  options: PickerOptions,
): Promise<PickerResult> {
  return new Promise((resolve, reject) => {
    const finder = new RowFinder(items);
    let state = beginPicking(options.query, finder);
    let shown: Frame | undefined;
    let rest = "";
    let timer: NodeJS.Timeout | undefined;

    const screen = (): ScreenSize => ({ columns: terminal.columns, rows: terminal.rows, color: options.color });
    const show = (): void => {
      const frame = drawScreen(state, screen(), options.many, items.length);
      terminal.write(difference(shown, frame));
      shown = frame;
    };
    const end = (ended: PickerResult["ended"]): void => {
      clearTimeout(timer);
      terminal.stop();
      const byId = new Map(items.map((item) => [item.id, item]));
      const chosen = ended === "picked" ? state.chosen : [];
      resolve({ ended, items: chosen.map((id) => byId.get(id)).filter((item) => item !== undefined) });
    };
    const act = (keys: readonly PressedKey[]): void => {
      for (const key of keys) {
        if (key.key === "suspend") terminal.suspend();
        else if (key.key === "redraw") shown = undefined;
        else state = pressKey(state, key, { finder, height: listHeight(screen()), many: options.many });
        if (state.ended) return end(state.ended);
      }
      show();
    };
    const guarded = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        terminal.stop();
        reject(error);
      }
    };
    terminal.start({
      data(text) {
        clearTimeout(timer);
        guarded(() => {
          const read = readKeys(rest + text);
          rest = read.rest;
          act(read.keys);
        });
        if (rest === "" || state.ended) return;
        timer = setTimeout(() => {
          const { keys } = readKeys(rest, true);
          rest = "";
          guarded(() => act(keys));
        }, ESCAPE_MS);
      },
      resize() {
        state = resized(state, screen());
        shown = undefined;
        guarded(show);
      },
      gone: () => end("cancelled"),
    });
    guarded(show);
  });
}

function resized(state: PickerState, screen: ScreenSize): PickerState {
  return scrollToCursor(state, { height: listHeight(screen) });
}

/** Returns the output that changes the screen from one frame to the next. It contains only the lines that changed. */
function difference(before: Frame | undefined, after: Frame): string {
  const clear = before === undefined ? "\x1b[2J" : "";
  const changed = after.lines
    .map((line, at) => (before?.lines[at] === line ? "" : `\x1b[${at + 1};1H${line}\x1b[K`))
    .join("");
  return `\x1b[?25l${clear}${changed}\x1b[1;${after.column + 1}H\x1b[?25h`;
}
