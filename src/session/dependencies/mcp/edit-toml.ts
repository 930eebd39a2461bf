import { stringify } from "smol-toml";
import { type Editor, type Insertion, lineEnd } from "./edit.ts";

export const editToml: Editor = {
  /** Adds a table at the end. An inline mapping gets one more entry. */
  async insert(text, { key, name, value }) {
    const eol = lineEnd(text);
    const table = `[${key}.${name}]\n${stringify(value)}`.trimEnd().replaceAll("\n", eol) + eol;
    const gap = text.trim() === "" || /\n[^\S\n]*\n$/.test(text) ? "" : text.endsWith("\n") ? eol : eol + eol;
    const inline = await patched(text, (settings) => put(settings, key, name, value));
    return [[{ at: text.length, text: gap + table }], ...(inline === undefined ? [] : insertionIn(text, inline))];
  },
  async remove(text, { key, name }) {
    return patched(text, (settings) => {
      const map = settings[key];
      if (typeof map === "object" && map !== null) delete (map as Record<string, unknown>)[name];
    });
  },
};

function put(settings: Record<string, unknown>, key: string, name: string, value: unknown): void {
  settings[key] = { ...(settings[key] as object | undefined), [name]: value };
}

/** Edits TOML with a library that changes little else. Returns undefined if the library cannot parse the text. */
async function patched(text: string, change: (settings: Record<string, unknown>) => void): Promise<string | undefined> {
  const { parse, patch } = await import("@decimalturn/toml-patch");
  try {
    const settings = parse(text) as Record<string, unknown>;
    change(settings);
    return patch(text, settings);
  } catch (error) {
    // The library throws several kinds of errors. The text then stays unchanged.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Returns the one inserted piece of text; undefined if the texts differ in another way. */
function insertionIn(before: string, after: string): Insertion[][] {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  const length = after.length - before.length;
  return length > 0 && after.endsWith(before.slice(at)) ? [[{ at, text: after.slice(at, at + length) }]] : [];
}
