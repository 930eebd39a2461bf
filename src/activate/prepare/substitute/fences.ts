/** A line that opens or closes a block of code. */
export interface Fence {
  /** Where its line begins, its first mark stands, and its line ends. */
  readonly start: number;
  readonly at: number;
  readonly end: number;
  readonly character: "`" | "~";
  readonly length: number;
  /** What follows the marks, without blanks around it. */
  readonly info: string;
  closes(open: Fence): boolean;
}

/** The fence that the line from `start` to `end` is, if it is one; at any depth, because lists push it in. */
export function fenceAt(body: string, start: number, end: number): Fence | undefined {
  let at = start;
  while (at < end && (body[at] === " " || body[at] === "\t")) at++;
  const character = body[at];
  if (character !== "`" && character !== "~") return undefined;
  let behind = at;
  while (behind < end && body[behind] === character) behind++;
  const length = behind - at;
  if (length < 3) return undefined;
  const info = body.slice(behind, end).trim();
  // Three backticks with more of them on the line are inline code.
  if (character === "`" && info.includes("`")) return undefined;
  const closes = (open: Fence): boolean => info === "" && open.character === character && length >= open.length;
  return { start, at, end, character, length, info, closes };
}

/** Where the line begins that closes a fence, if there is one. A search that went to the end in vain is not made again. */
export function closerFinder(body: string): (open: Fence) => number | undefined {
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
