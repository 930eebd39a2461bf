interface Run {
  readonly start: number;
  readonly length: number;
}

export interface InlineCommand {
  readonly start: number;
  readonly end: number;
  readonly command: string;
}

/** !`command` from `start` to the end of its line. Other inline code is passed over; with `onwards` a command may end later. */
export function inlineCommands(body: string, start: number, end: number, onwards: boolean): InlineCommand[] {
  const first = body.indexOf("!`", start);
  if (first === -1 || first >= end) return [];
  const runs = backtickRuns(body, start, end);
  const partners = partnersOf(runs);
  const found: InlineCommand[] = [];
  for (let at = 0; at < runs.length; ) {
    const run = runs[at] as Run;
    if (!opensCommand(body, run, start)) {
      at = (partners[at] ?? at) + 1;
      continue;
    }
    const from = run.start + 1;
    const close = runs[at + 1]?.start ?? (onwards ? body.indexOf("`", from) : -1);
    const command = close === -1 ? "" : body.slice(from, close);
    if (command.trim() === "") {
      at++;
      continue;
    }
    found.push({ start: run.start - 1, end: close + 1, command });
    if (close >= end) break;
    at += 2;
  }
  return found;
}

/** One backtick behind an exclamation mark that begins the line or stands behind a blank. */
function opensCommand(body: string, { start, length }: Run, from: number): boolean {
  if (length !== 1 || body[start - 1] !== "!" || start - 1 < from) return false;
  return start === 1 || /\s/.test(body[start - 2] as string);
}

function backtickRuns(body: string, start: number, end: number): Run[] {
  const runs: Run[] = [];
  for (let at = body.indexOf("`", start); at !== -1 && at < end; at = body.indexOf("`", at)) {
    const from = at;
    while (at < end && body[at] === "`") at++;
    runs.push({ start: from, length: at - from });
  }
  return runs;
}

/** For each run of backticks, the index of the next one of its length: together they make inline code. */
function partnersOf(runs: readonly Run[]): (number | undefined)[] {
  const next = new Map<number, number>();
  const partners: (number | undefined)[] = new Array(runs.length).fill(undefined);
  for (let at = runs.length - 1; at >= 0; at--) {
    const { length } = runs[at] as Run;
    partners[at] = next.get(length);
    next.set(length, at);
  }
  return partners;
}
