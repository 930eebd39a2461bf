/**
 * Converts the bytes of a terminal into keys. Pasted text is not interpreted as keys. An unknown escape sequence is
 * ignored. An incomplete sequence waits for more input.
 */
export type PressedKey =
  | { readonly key: "text"; readonly text: string }
  | { readonly key: "up" | "down" | "page-up" | "page-down" | "home" | "end" | "left" | "right" }
  | { readonly key: "enter" | "tab" | "escape" | "backspace" | "delete" | "delete-word" | "clear" | "preview" | "all" }
  | { readonly key: "interrupt" | "suspend" | "redraw" }
  | { readonly key: "click" | "wheel-up" | "wheel-down"; readonly row: number };

const CONTROLS: Readonly<Record<string, PressedKey>> = {
  "\r": { key: "enter" },
  "\n": { key: "enter" },
  "\t": { key: "tab" },
  "\x7f": { key: "backspace" },
  "\b": { key: "backspace" },
  "\x01": { key: "home" },
  "\x03": { key: "interrupt" },
  "\x04": { key: "escape" },
  "\x05": { key: "end" },
  "\x07": { key: "escape" },
  "\x0c": { key: "redraw" },
  "\x0e": { key: "down" },
  "\x0f": { key: "preview" },
  "\x10": { key: "up" },
  "\x14": { key: "all" },
  "\x15": { key: "clear" },
  "\x17": { key: "delete-word" },
  "\x1a": { key: "suspend" },
};

const SEQUENCES: Readonly<Record<string, PressedKey>> = {
  "[A": { key: "up" },
  "[B": { key: "down" },
  "[C": { key: "right" },
  "[D": { key: "left" },
  "[H": { key: "home" },
  "[F": { key: "end" },
  "[1~": { key: "home" },
  "[4~": { key: "end" },
  "[3~": { key: "delete" },
  "[5~": { key: "page-up" },
  "[6~": { key: "page-down" },
  "[Z": { key: "up" },
  OA: { key: "up" },
  OB: { key: "down" },
  OC: { key: "right" },
  OD: { key: "left" },
  OH: { key: "home" },
  OF: { key: "end" },
};

const PASTE = "\x1b[200~";
const PASTE_END = "\x1b[201~";
/** Maximum characters of a paste. */
const MAX_PASTE = 1_000;

/**
 * Splits input into keys. `rest` is an incomplete sequence at the end. If `last` is true, no more input follows, so a
 * single escape character is the Escape key.
 */
export function readKeys(text: string, last = false): { keys: PressedKey[]; rest: string } {
  const keys: PressedKey[] = [];
  let at = 0;
  while (at < text.length) {
    const read = readKey(text, at, last);
    if (read === undefined) return { keys, rest: text.slice(at) };
    if (read.key) keys.push(read.key);
    at = read.end;
  }
  return { keys, rest: "" };
}

interface Read {
  readonly key?: PressedKey;
  readonly end: number;
}

function readKey(text: string, at: number, last: boolean): Read | undefined {
  if (text[at] === "\x1b") return readEscape(text, at, last);
  const control = CONTROLS[text[at] as string];
  if (control) return { key: control, end: at + 1 };
  if ((text.codePointAt(at) ?? 0) < 0x20) return { end: at + 1 };
  // Consecutive ordinary characters form one key, so that fast typing causes only one search.
  let end = at;
  while (end < text.length && text.charCodeAt(end) >= 0x20 && text[end] !== "\x7f") end++;
  return { key: { key: "text", text: text.slice(at, end) }, end };
}

function readEscape(text: string, at: number, last: boolean): Read | undefined {
  if (text.startsWith(PASTE, at)) return readPaste(text, at + PASTE.length, last);
  const [sequence, final] = /^\x1b(?:\[[0-9;<]{0,32}([A-Za-z~])|O([A-Za-z]))/.exec(text.slice(at, at + 48)) ?? [];
  if (sequence !== undefined) {
    const key = SEQUENCES[sequence.slice(1)] ?? (final === "M" || final === "m" ? mouse(sequence) : undefined);
    return { ...(key ? { key } : {}), end: at + sequence.length };
  }
  const begun = /^\x1b(?:\[[0-9;<]{0,32}|O)?$/.test(text.slice(at, at + 48));
  if (begun && !last) return undefined;
  return { key: { key: "escape" }, end: begun ? text.length : at + 1 };
}

function readPaste(text: string, from: number, last: boolean): Read | undefined {
  const end = text.indexOf(PASTE_END, from);
  if (end === -1 && !last && text.length - from <= MAX_PASTE * 4) return undefined;
  const pasted = text.slice(from, end === -1 ? text.length : end).slice(0, MAX_PASTE);
  const clean = pasted.replace(/[\x00-\x1f\x7f]+/g, " ").trim();
  return {
    ...(clean ? { key: { key: "text", text: clean } as const } : {}),
    end: end === -1 ? text.length : end + PASTE_END.length,
  };
}

/** Parses a mouse event: `ESC [ < button ; column ; row M`. */
function mouse(sequence: string): PressedKey | undefined {
  const [, button, row] = /^\x1b\[<(\d{1,3});\d{1,4};(\d{1,4})M$/.exec(sequence) ?? [];
  if (button === undefined || row === undefined) return undefined;
  const kind = { "0": "click", "64": "wheel-up", "65": "wheel-down" }[button] as "click" | "wheel-up" | "wheel-down";
  return kind === undefined ? undefined : { key: kind, row: Number(row) - 1 };
}
