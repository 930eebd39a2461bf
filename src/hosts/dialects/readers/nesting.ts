/**
 * Computes an upper bound for the nesting of a YAML text from brackets, indicators and indentation. The YAML libraries
 * recurse, and a stack overflow can end the process, so texts beyond `MAX_NESTING` are rejected. The computation takes
 * one pass.
 */

/** Maximum nesting. The YAML libraries support more, even when they are called from deep inside another program. */
export const MAX_NESTING = 500;

export function nestsTooDeep(yaml: string): boolean {
  return brackets(yaml) + levels(yaml) > MAX_NESTING;
}

function brackets(yaml: string): number {
  let open = 0;
  let most = 0;
  for (let at = 0; at < yaml.length; at++) {
    const code = yaml.charCodeAt(at);
    if (code === OPEN_LIST || code === OPEN_MAP) most = Math.max(most, ++open);
    else if ((code === CLOSE_LIST || code === CLOSE_MAP) && open > 0) open--;
  }
  return most;
}

const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;

/**
 * Returns the highest number of levels that are open at the same time. A line closes the levels of deeper lines. Then
 * it opens one level, and one more for each indicator.
 */
function levels(yaml: string): number {
  const columns: number[] = [];
  const weights: number[] = [];
  let depth = 0;
  let most = 0;
  for (const line of yaml.split(/[\r\n]/)) {
    const column = line.search(/[^ \t]/);
    if (column === -1) continue;
    while (columns.length > 0 && (columns.at(-1) as number) >= column) {
      columns.pop();
      depth -= weights.pop() as number;
    }
    const weight = 1 + (line.match(/[?:-](?=[ \t]|$)/g)?.length ?? 0);
    columns.push(column);
    weights.push(weight);
    depth += weight;
    most = Math.max(most, depth);
  }
  return most;
}
