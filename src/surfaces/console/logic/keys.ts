/** Maps sequences of keys to actions. It knows nothing about the page. */
import type { View } from "../view-address.ts";

export type KeyAction =
  | { readonly do: "go"; readonly view: View }
  | { readonly do: "move"; readonly by: number }
  | { readonly do: "edge"; readonly last: boolean }
  | { readonly do: "search" | "help" | "theme" | "back" | "open" }
  | { readonly do: "tab"; readonly by: number };

export interface KeyBinding {
  /** Keys in the order in which they are pressed. */
  readonly keys: readonly string[];
  readonly means: string;
  readonly action: KeyAction;
}

const PAGE = 10;

export const KEY_BINDINGS: readonly KeyBinding[] = [
  { keys: ["/"], means: "search", action: { do: "search" } },
  { keys: ["j"], means: "next", action: { do: "move", by: 1 } },
  { keys: ["k"], means: "previous", action: { do: "move", by: -1 } },
  { keys: ["d"], means: `${PAGE} down`, action: { do: "move", by: PAGE } },
  { keys: ["u"], means: `${PAGE} up`, action: { do: "move", by: -PAGE } },
  { keys: ["g", "g"], means: "first", action: { do: "edge", last: false } },
  { keys: ["G"], means: "last", action: { do: "edge", last: true } },
  { keys: ["o"], means: "open", action: { do: "open" } },
  { keys: ["]"], means: "go to the next tab", action: { do: "tab", by: 1 } },
  { keys: ["["], means: "go to the previous tab", action: { do: "tab", by: -1 } },
  { keys: ["g", "s"], means: "skills", action: { do: "go", view: "skills" } },
  { keys: ["g", "p"], means: "precedence", action: { do: "go", view: "map" } },
  { keys: ["g", "h"], means: "hosts", action: { do: "go", view: "hosts" } },
  { keys: ["g", "b"], means: "budget", action: { do: "go", view: "budget" } },
  { keys: ["g", "r"], means: "review", action: { do: "go", view: "review" } },
  { keys: ["t"], means: "switch between light and dark colours", action: { do: "theme" } },
  { keys: ["Escape"], means: "back", action: { do: "back" } },
  { keys: ["?"], means: "show this list of keys", action: { do: "help" } },
];

export interface KeyMatch {
  readonly action?: KeyAction;
  /** Finds the action for a key. If the key does not continue the current sequence, it starts a new one. */
  readonly pending: readonly string[];
}

/** Finds the action for a key. A key that does not continue the current sequence starts a new sequence. */
export function matchKeys(key: string, pending: readonly string[]): KeyMatch {
  const typed = [...pending, key];
  const fits = KEY_BINDINGS.filter(({ keys }) => typed.every((each, index) => keys[index] === each));
  const whole = fits.find(({ keys }) => keys.length === typed.length);
  if (whole) return { action: whole.action, pending: [] };
  if (fits.length > 0) return { pending: typed };
  return pending.length > 0 ? matchKeys(key, []) : { pending: [] };
}
