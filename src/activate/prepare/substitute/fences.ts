/** A line that opens or closes a block of code. */
export interface CodeFence {
  /** The start of the line, the first fence character, and the end of the line, as offsets. */
  readonly start: number;
  readonly at: number;
  readonly end: number;
  readonly character: "`" | "~";
  readonly length: number;
  /** The text after the fence characters, trimmed. */
  readonly info: string;
  closes(open: CodeFence): boolean;
}

/**
 * Returns the fence on the line from `start` to `end`, if there is one. Any indentation is allowed, because a fence in
 * a list is indented.
 */
export function fenceAt(body: string, start: number, end: number): CodeFence | undefined {
  let at = start;
  while (at < end && (body[at] === " " || body[at] === "\t")) at++;
  const character = body[at];
  if (character !== "`" && character !== "~") return undefined;
  let behind = at;
  while (behind < end && body[behind] === character) behind++;
  const length = behind - at;
  if (length < 3) return undefined;
  const info = body.slice(behind, end).trim();
  // Three backticks followed by another backtick on the line are inline code.
  if (character === "`" && info.includes("`")) return undefined;
  const closes = (open: CodeFence): boolean => info === "" && open.character === character && length >= open.length;
  return { start, at, end, character, length, info, closes };
}

/**
 * Returns a function that finds the line of the closing fence. A search that reached the end of the text is not
 * repeated.
 */
export function createClosingFenceFinder(body: string): (open: CodeFence) => number | undefined {
  const shortestInVain = { "`": Number.POSITIVE_INFINITY, "~": Number.POSITIVE_INFINITY };
  return (open) => {
    if (open.length >= shortestInVain[open.character]) return undefined;
    for (let at = open.end + 1; at < body.length; ) {
      const newline = body.indexOf("\n", at);
      const end = newline === -1 ? body.length : newline;
      if (fenceAt(body, at, end)?.closes(open)) return at;
      at = end + 1;
    }
    shortestInVain[open.character] = open.length;
    return undefined;
  };
}
