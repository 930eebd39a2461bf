/** Reads a command line: plain lines directly, others with the parser, which is loaded for the first of them. */
import { MAX_LINE_CHARS, type ShellLine } from "./shell-line.ts";
import { splitPlainLine } from "./split-plain-line.ts";

/** Maximum number of cached lines. An agent runs the same commands again and again. */
const MAX_KNOWN = 256;
const known = new Map<string, ShellLine>();

let parse: ((text: string) => ShellLine) | undefined;

export function readShellLine(text: string): ShellLine | Promise<ShellLine> {
  return splitPlainLine(text) ?? known.get(text) ?? (parse ? parseOnce(text, parse) : loadParser(text));
}

async function loadParser(text: string): Promise<ShellLine> {
  parse = (await import("./parse-line.ts")).parseLine;
  return parseOnce(text, parse);
}

function parseOnce(text: string, read: (text: string) => ShellLine): ShellLine {
  const line = read(text);
  if (known.size >= MAX_KNOWN) known.clear();
  if (text.length <= MAX_LINE_CHARS) known.set(text, line);
  return line;
}
