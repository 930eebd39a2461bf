import { applyEdits, createScanner, modify, type Node, parseTree } from "jsonc-parser";
import { type Editor, endOfLine, type Insertion, lineEndingOf } from "./edit.ts";

/** Edits JSON; comments are allowed. */
export const editJson: Editor = {
  async insert(text, { key, name, value }) {
    const style = { eol: lineEndingOf(text), indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? "  " };
    const root = parseTree(text, [], { allowTrailingComma: true });
    if (root === undefined)
      return [[{ at: text.length, text: written({ [key]: { [name]: value } }, "", style) + style.eol }]];
    const map = root.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1];
    if (map !== undefined) return map.type === "object" ? [into(text, map, { [name]: value }, style)] : [];
    return [into(text, root, { [key]: { [name]: value } }, style)];
  },
  async remove(text, { key, name }) {
    return applyEdits(text, modify(text, [key, name], undefined, {}));
  },
};

interface Style {
  readonly eol: string;
  readonly indent: string;
}

/**
 * Adds a comma after the last property, and the new property on its own lines before the closing brace. Comments stay
 * in their places.
 */
function into(text: string, map: Node, more: object, style: Style): readonly Insertion[] {
  const last = map.children?.at(-1);
  const close = map.offset + map.length - 1;
  const lineStart = text.lastIndexOf("\n", (last ?? map).offset) + 1;
  const outer = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const inner = last === undefined || lineStart <= map.offset ? outer + style.indent : outer;
  const lines = `${style.eol}${inner}${written(more, inner, style).slice(1, -1).trim()}`;
  if (last === undefined) return [{ at: close, text: `${lines}${style.eol}${outer}` }];
  const end = last.offset + last.length;
  const needsComma = !hasComma(text.slice(end, close));
  const same = endOfLine(text, end);
  // Inserts after the last line with content. If the closing brace is on that line, it is moved to its own line.
  const at = same > close ? close : lastLineEnd(text, close);
  const comma = needsComma ? [{ at: end, text: "," }] : [];
  const closing = at === close ? style.eol + outerOf(text, map) : "";
  return at === end && needsComma ? [{ at, text: `,${lines}${closing}` }] : [...comma, { at, text: lines + closing }];
}

/** Returns the offset after the last content before the line with the closing brace. */
function lastLineEnd(text: string, close: number): number {
  const line = text.lastIndexOf("\n", close);
  return line > 0 && text[line - 1] === "\r" ? line - 1 : line;
}

function outerOf(text: string, map: Node): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", map.offset) + 1))?.[0] ?? "";
}

/** Returns true if a text of blanks and comments contains a comma. */
function hasComma(between: string): boolean {
  const scanner = createScanner(between, true);
  return scanner.scan() === COMMA;
}

/**
 * The value of `SyntaxKind.CommaToken`. That enum cannot be imported, because loaders that only strip types do not
 * support it.
 */
const COMMA = 5;

function written(value: object, indent: string, { eol, indent: step }: Style): string {
  return JSON.stringify(value, null, step)
    .split("\n")
    .join(`${eol}${indent.slice(step.length)}`);
}
