/** Reads a line: plain lines at once, all others with the parser, which is loaded for the first of them. */
import { MAX_LINE_CHARS, type ShellLine } from "./shell-line.ts";
import { splitPlainLine } from "./split-plain-line.ts";

type Read = (text: string) => ShellLine;

/** Lines that are kept as they were read, because an agent runs the same tests again and again. */
const MAX_KNOWN = 256;

let loaded: Read | undefined;
let loading: Promise<Read> | undefined;

export function readShellLine(text: string): ShellLine | Promise<ShellLine> {
  const plain = splitPlainLine(text);
  if (plain) return plain;
  return loaded ? loaded(text) : loadParser().then((read) => read(text));
}

export function loadParser(): Promise<Read> {
  loading ??= import("./parse-line.ts").then(({ parseLine }) => {
    const known = new Map<string, ShellLine>();
    loaded = (text) => {
      const before = known.get(text);
      if (before) return before;
      const line = parseLine(text);
      if (known.size >= MAX_KNOWN) known.clear();
      if (text.length <= MAX_LINE_CHARS) known.set(text, line);
      return line;
    };
    return loaded;
  });
  return loading;
}

/** For a line inside of another line that the parser has read, so the parser is loaded. */
export function readInnerLine(text: string): ShellLine {
  return splitPlainLine(text) ?? loaded?.(text) ?? { unproven: "the line is too complex" };
}
