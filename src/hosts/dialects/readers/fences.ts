/**
 * Finds the frontmatter as hosts do. Each function takes the text and returns the head without fences, the body, and
 * the first line of the head. All functions run in linear time.
 */

export interface HeadAndBody {
  readonly head: string;
  readonly body: string;
  /** The first line of the head in the file, starting at 1. */
  readonly line: number;
}

/** `none`: the text does not start with a fence. `open`: the fence is never closed. */
export type FrontmatterFence = (text: string) => HeadAndBody | "none" | "open";

/**
 * Both fences are `---` alone on a line that ends with LF, without trailing spaces. The opening fence is on the first
 * line.
 */
const strict: FrontmatterFence = (text) => {
  if (!text.startsWith("---\n")) return "none";
  for (let at = text.indexOf("\n---", 4); at !== -1; at = text.indexOf("\n---", at + 4)) {
    const end = at + 4;
    if (end === text.length || text[end] === "\n")
      return { head: text.slice(4, at), body: text.slice(end + 1), line: 2 };
  }
  return "open";
};

/** `---` alone on the first line opens. A later line that starts with `---` closes. */
const looseEnd: FrontmatterFence = (text) => {
  const start = text.startsWith("---\n") ? 4 : text.startsWith("---\r\n") ? 5 : undefined;
  if (start === undefined) return "none";
  const close = text.indexOf("\n---", start);
  if (close === -1) return "open";
  const end = close > start && text[close - 1] === "\r" ? close - 1 : close;
  return { head: text.slice(start, end), body: text.slice(close + 4).replace(/^\r?\n?/, ""), line: 2 };
};

/** Like `strict`, but spaces may follow both fences, and the closing fence may be directly below the opening one. */
const spaced: FrontmatterFence = (text) => {
  const open = /^---[^\S\n]*\n/.exec(text);
  if (!open) return "none";
  const rest = text.slice(open[0].length);
  const close = /(?:^|\n)---[^\S\n]*(?:\n|(?![\s\S]))/.exec(rest);
  if (!close) return "open";
  return { head: rest.slice(0, close.index), body: rest.slice(close.index + close[0].length), line: 2 };
};

/**
 * The first line that is not blank opens, and a later line closes. Each must be `---` after trimming Go's white space.
 */
const trimmed: FrontmatterFence = (text) => {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => trimGo(line) !== "");
  if (first === -1 || trimGo(lines[first] as string) !== "---") return "none";
  const last = lines.findIndex((line, at) => at > first && trimGo(line) === "---");
  if (last === -1) return "open";
  return {
    head: lines.slice(first + 1, last).join("\n"),
    body: lines.slice(last + 1).join("\n"),
    line: first + 2,
  };
};

/** The first three dashes open the frontmatter, and the next three close it, even within a line. */
const anywhere: FrontmatterFence = (text) => {
  const open = text.indexOf("---");
  if (open === -1) return "none";
  const close = text.indexOf("---", open + 3);
  if (close === -1) return "open";
  const head = text.slice(open + 3, close);
  const start = open + 3 + head.length - trimGo(`${head}.`).length + 1;
  const line = text.slice(0, start).split("\n").length;
  return { head: trimGo(head), body: trimGo(text.slice(close + 3)), line };
};

/**
 * The first line opens the frontmatter and a later line closes it. Each must be `---` after Python's `strip`. Lines are
 * split like `splitlines` does.
 */
const python: FrontmatterFence = (text) => {
  const lines = splitPythonLines(text);
  if (lines[0] === undefined || trimPython(lines[0]) !== "---") return "none";
  const last = lines.findIndex((line, at) => at > 0 && trimPython(line) === "---");
  if (last === -1) return "open";
  return { head: trimPython(lines.slice(1, last).join("\n")), body: lines.slice(last + 1).join("\n"), line: 2 };
};

/**
 * The first line is `---` and white space, and so is the closing line. Without a closing line, the whole file is the
 * head.
 */
const untilEnd: FrontmatterFence = (text) => {
  const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g) ?? [];
  const isFence = (line: string): boolean => /^---\s*$/.test(line);
  if (lines[0] === undefined || !isFence(lines[0])) return "none";
  const found = lines.findIndex((line, at) => at > 0 && isFence(line));
  const last = found === -1 ? lines.length : found;
  return { head: lines.slice(1, last).join(""), body: lines.slice(last + 1).join(""), line: 2 };
};

export const FENCES = {
  strict,
  "loose-end": looseEnd,
  spaced,
  trimmed,
  anywhere,
  python,
  "until-end": untilEnd,
} as const satisfies Record<string, FrontmatterFence>;

/**
 * Matches Go's `unicode.IsSpace`, which includes U+0085 but not the byte order mark. JavaScript's `trim` does the
 * opposite.
 */
const GO_SPACE = "[\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const PYTHON_SPACE = "[\\t-\\r\\x1c-\\x1f \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

function trimGo(text: string): string {
  return trimBy(text, new RegExp(GO_SPACE));
}

export function trimPython(text: string): string {
  return trimBy(text, new RegExp(PYTHON_SPACE));
}

function trimBy(text: string, space: RegExp): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text[start] as string)) start++;
  while (end > start && space.test(text[end - 1] as string)) end--;
  return text.slice(start, end);
}

export function splitPythonLines(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
