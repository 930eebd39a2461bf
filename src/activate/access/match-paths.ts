/** Returns true if a file in use matches the `paths` of a skill. */
import { matchWildcards } from "../../model/text/matching/match-wildcards.ts";

/** Maximum patterns after braces are expanded. */
const MAX_PATTERNS = 1000;
/** Maximum segments of a pattern or a path. Longer patterns and paths match nothing. */
const MAX_SEGMENTS = 64;

/**
 * Returns true if a pattern matches one of the files. `files` are paths relative to the project root, with `/` as
 * separator. `*.ts` matches in any directory. `src/` matches everything below `src`.
 */
export function matchPaths(patterns: readonly string[], files: readonly string[]): boolean {
  if (files.length === 0) return false;
  const globs = expandBraces(patterns)
    .map(segmentsOf)
    .filter((glob) => glob.length <= MAX_SEGMENTS);
  return files.some((file) => {
    const path = file.replace(/^(?:\.?\/)+/, "").split("/");
    return path.length <= MAX_SEGMENTS && globs.some((glob) => matchSegments(glob, path));
  });
}

function segmentsOf(pattern: string): readonly string[] {
  const plain = pattern.trim().replace(/^(?:\.?\/)+/, "");
  const whole = plain.endsWith("/") ? `${plain}**` : plain;
  const segments = whole.split("/");
  return segments.length === 1 && segments[0] !== "**" ? ["**", ...segments] : segments;
}

/**
 * Returns true if the segments of a pattern match the segments of a path. `**` matches any number of segments. The time
 * is at most the product of the two lengths.
 */
export function matchSegments(glob: readonly string[], path: readonly string[]): boolean {
  let reached = path.map(() => false);
  reached.unshift(true);
  for (const segment of glob) {
    const next = reached.map(() => false);
    if (segment === "**") {
      let open = false;
      for (let at = 0; at < reached.length; at++) {
        open ||= reached[at] === true;
        next[at] = open;
      }
    } else
      for (let at = 0; at < path.length; at++)
        if (reached[at] && matchWildcards(segment, path[at] as string)) next[at + 1] = true;
    reached = next;
  }
  return reached.at(-1) === true;
}

/**
 * Expands `{a,b}` into one pattern for each choice. If that would exceed `MAX_PATTERNS`, the pattern stays unchanged.
 */
function expandBraces(patterns: readonly string[]): string[] {
  const pending = [...patterns].reverse();
  const done: string[] = [];
  while (pending.length > 0) {
    const pattern = pending.pop() as string;
    const brace = /\{([^{},]*,[^{}]*)\}/.exec(pattern);
    const choices = brace?.[1]?.split(",") ?? [];
    if (!brace || done.length + pending.length + choices.length > MAX_PATTERNS) done.push(pattern);
    else
      for (const choice of choices.reverse())
        pending.push(pattern.slice(0, brace.index) + choice + pattern.slice(brace.index + brace[0].length));
  }
  return done;
}
