/** A place in a file that a person can be pointed to. Lines and columns start at 1; columns count UTF-16 units. */
export interface Span {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** How many columns to underline. */
  readonly length: number;
  /** The text of that line, so that a printer needs no second look at the file. */
  readonly text: string;
}

/** Finds the line and column of `offset` in `source`. `firstLine` is the line number of the text's first line. */
export function spanAt(path: string, source: string, offset: number, length: number, firstLine = 1): Span {
  const at = Math.max(0, Math.min(offset, source.length));
  const lineStart = at === 0 ? 0 : source.lastIndexOf("\n", at - 1) + 1;
  const newline = source.indexOf("\n", at);
  const lineEnd = newline === -1 ? source.length : newline;
  let line = firstLine;
  for (let i = source.indexOf("\n"); i !== -1 && i < lineStart; i = source.indexOf("\n", i + 1)) line++;
  const text = source.slice(lineStart, lineEnd).replace(/\r$/, "");
  const underlined = Math.max(1, Math.min(length, text.length - (at - lineStart)));
  return { path, line, column: at - lineStart + 1, length: underlined, text };
}
