import {
  appendInline,
  inlineToml,
  removeFromToml,
  tomlKey,
  tomlLines,
} from "../../../model/text/data-formats/edit-toml-text.ts";
import { type Editor, lineEndingOf } from "./edit.ts";

export const editToml: Editor = {
  /** Adds a table at the end of the file. If the servers are an inline mapping, adds an entry to this mapping. */
  async insert(text, { key, name, value }) {
    const eol = lineEndingOf(text);
    const table = `[${key}.${tomlKey(name)}]\n${tomlLines(value)}`.replaceAll("\n", eol);
    const gap = text.trim() === "" || /\n[^\S\n]*\n$/.test(text) ? "" : text.endsWith("\n") ? eol : eol + eol;
    const inline = appendInline(text, [key], `${tomlKey(name)} = ${inlineToml(value)}`);
    return [[{ at: text.length, text: gap + table }], ...(inline === undefined ? [] : [[inline]])];
  },
  async remove(text, { key, name }) {
    return removeFromToml(text, [key, name]);
  },
};
