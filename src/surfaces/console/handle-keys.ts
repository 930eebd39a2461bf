/** Maps key presses to actions of the page. Inside a field, keys are text, except for Escape. */
import { type KeyAction, matchKeys } from "./logic/keys.ts";
import { address, announce, goTo, isHelpOpen, listMover, moveTab } from "./state.ts";
import { nextTheme } from "./theme.ts";

/** Milliseconds after which the first key of a pair such as `g s` is forgotten. */
const PAIR_MS = 1500;

export function handleKeys(): void {
  let pending: readonly string[] = [];
  let at = 0;
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isField(event.target)) {
      if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    const pressed = matchKeys(event.key, event.timeStamp - at < PAIR_MS ? pending : []);
    pending = pressed.pending;
    at = event.timeStamp;
    if (pressed.action === undefined) return;
    // If a dialog is open, the dialog itself handles Escape.
    if (document.querySelector("dialog[open]") && pressed.action.do !== "help") return;
    event.preventDefault();
    act(pressed.action);
  });
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== "range" && target.type !== "checkbox";
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

function act(action: KeyAction): void {
  switch (action.do) {
    case "go":
      return goTo(action.view);
    case "move":
      return listMover.value?.move(action.by);
    case "edge":
      return listMover.value?.edge(action.last);
    case "open":
      return listMover.value?.open();
    case "tab":
      return moveTab.value?.(action.by);
    case "search":
      return focusSearch();
    case "theme":
      return announce(`colours: ${nextTheme()}`);
    case "help":
      isHelpOpen.value = !isHelpOpen.value;
      return undefined;
    case "back":
      return back();
  }
}

function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>("[data-search]");
  if (field) return field.select();
  goTo("skills");
  // The field exists only after the view was drawn, so the code waits for the next frame.
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>("[data-search]")?.focus());
}

/** Goes back. From a skill or a code it returns to the previous view, and from any other view to the list of skills. */
function back(): void {
  const { view } = address.value;
  if ((view === "skill" || view === "code") && history.length > 1) return history.back();
  goTo("skills");
}
