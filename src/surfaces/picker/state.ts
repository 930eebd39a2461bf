/** The state of the picker, independent of a terminal. Each key produces a new state. */
import type { FoundRows, RowFinder } from "./find-rows.ts";
import type { PressedKey } from "./keys.ts";

export interface PickerState {
  readonly query: string;
  /** Position in the query, in characters. */
  readonly caret: number;
  readonly found: FoundRows;
  /** Index of the current row. */
  readonly at: number;
  readonly top: number;
  /** Ids of the chosen items, in the order of their choice. */
  readonly chosen: readonly string[];
  readonly preview: boolean;
  readonly ended?: "picked" | "cancelled" | "interrupted";
}

export interface PickerRules {
  readonly finder: RowFinder;
  /** Number of visible rows. */
  readonly height: number;
  /** True if several items may be chosen. */
  readonly many: boolean;
}

const MAX_QUERY = 200;

export function beginPicking(query: string, finder: RowFinder): PickerState {
  const clean = query.slice(0, MAX_QUERY);
  return { query: clean, caret: clean.length, found: finder.find(clean), at: 0, top: 0, chosen: [], preview: true };
}

export function pressKey(state: PickerState, key: PressedKey, rules: PickerRules): PickerState {
  switch (key.key) {
    case "text":
      return type(state, key.text, rules);
    case "backspace":
      return erase(state, state.caret - 1, rules);
    case "delete":
      return erase({ ...state, caret: state.caret + 1 }, state.caret, rules);
    case "delete-word":
      return erase(state, wordStart(state), rules);
    case "clear":
      return search({ ...state, query: "", caret: 0 }, rules);
    case "left":
      return { ...state, caret: Math.max(0, state.caret - 1) };
    case "right":
      return { ...state, caret: Math.min(state.query.length, state.caret + 1) };
    case "tab":
      return rules.many ? moved(toggled(state), 1, rules) : moved(state, 1, rules);
    case "all":
      return rules.many ? allToggled(state) : state;
    case "preview":
      return { ...state, preview: !state.preview };
    case "enter":
      return pick(state);
    case "escape":
      return { ...state, ended: "cancelled" };
    case "interrupt":
      return { ...state, ended: "interrupted" };
    default:
      return moving(state, key, rules);
  }
}

function moving(state: PickerState, key: PressedKey, rules: PickerRules): PickerState {
  const { rows } = state.found;
  switch (key.key) {
    case "up":
    case "wheel-up":
      return moved(state, -1, rules);
    case "down":
    case "wheel-down":
      return moved(state, 1, rules);
    case "page-up":
      return moved(state, -rules.height, rules);
    case "page-down":
      return moved(state, rules.height, rules);
    case "home":
      return { ...state, caret: 0 };
    case "end":
      return { ...state, caret: state.query.length };
    case "click": {
      const at = state.top + key.row - LINES_ABOVE_LIST;
      return at >= state.top && at < rows.length && key.row - LINES_ABOVE_LIST < rules.height
        ? scrollToCursor({ ...state, at }, rules)
        : state;
    }
    default:
      return state;
  }
}

/** Number of screen lines above the list. */
export const LINES_ABOVE_LIST = 2;

function type(state: PickerState, text: string, rules: PickerRules): PickerState {
  const room = Math.max(0, MAX_QUERY - state.query.length);
  const added = text.slice(0, room);
  const query = state.query.slice(0, state.caret) + added + state.query.slice(state.caret);
  return search({ ...state, query, caret: state.caret + added.length }, rules);
}

/** Erases text from a position up to the caret. */
function erase(state: PickerState, from: number, rules: PickerRules): PickerState {
  const start = Math.max(0, from);
  const end = Math.min(state.caret, state.query.length);
  if (start >= end) return { ...state, caret: end };
  return search({ ...state, query: state.query.slice(0, start) + state.query.slice(end), caret: start }, rules);
}

function wordStart({ query, caret }: PickerState): number {
  return query.slice(0, caret).trimEnd().lastIndexOf(" ") + 1;
}

function search(state: PickerState, { finder }: PickerRules): PickerState {
  return { ...state, found: finder.find(state.query), at: 0, top: 0 };
}

function moved(state: PickerState, by: number, rules: PickerRules): PickerState {
  const last = state.found.rows.length - 1;
  return scrollToCursor({ ...state, at: Math.max(0, Math.min(last, state.at + by)) }, rules);
}

/** Scrolls so that the current row is visible after the height of the list has changed. */
export function scrollToCursor(state: PickerState, { height }: Pick<PickerRules, "height">): PickerState {
  const top = Math.max(Math.min(state.top, state.at), state.at - height + 1, 0);
  return { ...state, top };
}

function toggled(state: PickerState): PickerState {
  const id = state.found.rows[state.at]?.item.id;
  if (id === undefined) return state;
  const without = state.chosen.filter((each) => each !== id);
  return { ...state, chosen: without.length === state.chosen.length ? [...without, id] : without };
}

function allToggled(state: PickerState): PickerState {
  const ids = state.found.rows.map(({ item }) => item.id);
  const known = new Set(state.chosen);
  const all = ids.every((id) => known.has(id));
  const shown = new Set(ids);
  const chosen = all ? state.chosen.filter((id) => !shown.has(id)) : [...new Set([...state.chosen, ...ids])];
  return { ...state, chosen };
}

/** Ends with the chosen items. If the user chose none, the current row is picked. */
function pick(state: PickerState): PickerState {
  const here = state.found.rows[state.at]?.item.id;
  const chosen = state.chosen.length > 0 ? state.chosen : here === undefined ? [] : [here];
  return chosen.length === 0 ? state : { ...state, chosen, ended: "picked" };
}
