/**
 * Parses `paths` as Claude Code does: comma-separated text or a list, with braces expanded. A skill with paths is
 * hidden until the agent works on a matching file.
 */

/**
 * Maximum patterns after braces are expanded. Further patterns are dropped. This does not change whether the skill has
 * patterns.
 */
const MAX_PATTERNS = 1000;

/** Maximum characters of a pattern. In a longer pattern, braces are not expanded. */
const MAX_LENGTH = 4096;

const BRACES = /^([^{]*)\{([^}]+)\}(.*)$/;

/** Returns the patterns; empty if the skill is always shown. */
export function conditionalPaths(value: unknown): string[] {
  const patterns = split(value)
    .map((pattern) => (pattern.endsWith("/**") ? pattern.slice(0, -3) : pattern))
    .filter((pattern) => pattern !== "");
  return patterns.every((pattern) => pattern === "**") ? [] : patterns;
}

function split(value: unknown): string[] {
  const texts: string[] = [];
  const queue: unknown[] = [value];
  for (let at = 0; at < queue.length && at < MAX_PATTERNS; at++) {
    const part = queue[at];
    if (typeof part === "string") texts.push(...splitText(part));
    else if (Array.isArray(part)) queue.push(...part.slice(0, MAX_PATTERNS));
  }
  return expand(texts.slice(0, MAX_PATTERNS));
}

/** Splits at commas outside of braces. */
function splitText(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < text.length && parts.length < MAX_PATTERNS; at++) {
    const character = text[at];
    if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function expand(patterns: readonly string[]): string[] {
  const done: string[] = [];
  const open = [...patterns].reverse();
  for (let steps = 0; open.length > 0 && steps < MAX_PATTERNS; steps++) {
    const pattern = open.pop() as string;
    const [, before, choices, after] = (pattern.length > MAX_LENGTH ? null : BRACES.exec(pattern)) ?? [];
    if (choices === undefined) done.push(pattern);
    else {
      const each = choices.split(",", MAX_PATTERNS).map((choice) => `${before}${choice.trim()}${after}`);
      open.push(...each.reverse());
    }
  }
  return [...done, ...open];
}
