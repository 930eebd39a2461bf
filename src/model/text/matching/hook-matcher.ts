/**
 * Matches names against the hook matchers of hosts: `Bash`, `Write|Edit`, `mcp__.*`, `(Multi)?Edit`. A pattern becomes
 * a nondeterministic automaton, so the time is at most the product of the lengths of name and pattern. A pattern must
 * match the whole name.
 */

/** Maximum characters of a pattern. The longest real one has 60. */
const MAX_PATTERN = 500;
const MAX_NESTING = 20;

export type HookMatcher = (name: string) => boolean;

/** Parses a pattern. Returns undefined if the syntax is not supported. An empty pattern and `*` match every name. */
export function parseHookMatcher(pattern: string): HookMatcher | undefined {
  if (pattern === "" || pattern === "*") return () => true;
  if (pattern.length > MAX_PATTERN) return undefined;
  const reader = new Reader(pattern);
  const start = reader.alternatives(0);
  if (start === undefined || !reader.atEnd) return undefined;
  return (name) => fits(name, start);
}

/**
 * A state of the automaton. The state either consumes a character or continues without one. A state without a
 * continuation is final.
 */
interface State {
  takes?: (character: string) => boolean;
  next: State[];
}

/** A part of a pattern: its first state, and the state from which the next part continues. */
interface Part {
  readonly start: State;
  readonly end: State;
}

function fits(name: string, { start, end }: Part): boolean {
  let current = reach([start]);
  for (const character of name) {
    const taken = [...current].filter(({ takes }) => takes?.(character)).flatMap(({ next }) => next);
    if (taken.length === 0) return false;
    current = reach(taken);
  }
  return current.has(end);
}

/** Returns the given states, and all states that they reach without consuming a character. */
function reach(states: readonly State[]): Set<State> {
  const reached = new Set<State>();
  const pending = [...states];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    if (state.takes === undefined) pending.push(...state.next);
  }
  return reached;
}

/** Parses a pattern from left to right and reads each character once. */
class Reader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  get atEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  alternatives(depth: number): Part | undefined {
    if (depth > MAX_NESTING) return undefined;
    const start: State = { next: [] };
    const end: State = { next: [] };
    do {
      const part = this.#sequence(depth);
      if (part === undefined) return undefined;
      start.next.push(part.start);
      part.end.next.push(end);
    } while (this.#take("|"));
    return { start, end };
  }

  #sequence(depth: number): Part | undefined {
    const start: State = { next: [] };
    let end = start;
    while (!this.atEnd && this.#peek !== "|" && this.#peek !== ")") {
      const part = this.#piece(depth);
      if (part === undefined) return undefined;
      end.next.push(part.start);
      end = part.end;
    }
    return { start, end };
  }

  #piece(depth: number): Part | undefined {
    const atom = this.#atom(depth);
    if (atom === undefined) return undefined;
    const sign = ["*", "+", "?"].find((each) => this.#take(each));
    if (sign === undefined) return atom;
    // Lazy and greedy quantifiers match the same whole names.
    this.#take("?");
    const start: State = { next: [atom.start] };
    const end: State = { next: [] };
    atom.end.next.push(end);
    if (sign !== "?") atom.end.next.push(atom.start);
    if (sign !== "+") start.next.push(end);
    return { start, end };
  }

  #atom(depth: number): Part | undefined {
    const character = this.#next();
    switch (character) {
      case "(":
        return this.#group(depth);
      case "[":
        return this.#set();
      case ".":
        return taking(() => true);
      case "^":
      case "$":
        // Anchors have no effect, because a pattern must match the whole name.
        return this.#at === 1 || this.atEnd || this.#peek === "|" || this.#peek === ")" ? taking() : undefined;
      case "\\":
        return this.#escaped();
      case "*":
      case "+":
      case "?":
      case "{":
      case "}":
      case "]":
      case undefined:
        return undefined;
      default:
        return taking((each) => each === character);
    }
  }

  #group(depth: number): Part | undefined {
    if (this.#take("?") && !this.#take(":")) return undefined;
    const inside = this.alternatives(depth + 1);
    return this.#take(")") ? inside : undefined;
  }

  #escaped(): Part | undefined {
    const character = this.#next();
    if (character === undefined) return undefined;
    const kind = CLASSES[character];
    if (kind) return taking((each) => kind.test(each));
    return /[A-Za-z0-9]/.test(character) ? undefined : taking((each) => each === character);
  }

  /** Parses `[a-z_]` and `[^0-9]`. */
  #set(): Part | undefined {
    const without = this.#take("^");
    const ranges: [string, string][] = [];
    for (let from = this.#next(); from !== "]"; from = this.#next()) {
      const first = from === "\\" ? this.#next() : from;
      if (first === undefined || (from === "\\" && /[A-Za-z0-9]/.test(first))) return undefined;
      const last = this.#peek === "-" && this.#characters[this.#at + 1] !== "]" ? this.#skip().#next() : first;
      if (last === undefined || last === "\\") return undefined;
      ranges.push([first, last]);
    }
    const inside = (each: string): boolean => ranges.some(([from, to]) => each >= from && each <= to);
    return taking((each) => inside(each) !== without);
  }

  get #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #next(): string | undefined {
    return this.#characters[this.#at++];
  }

  #skip(): this {
    this.#at++;
    return this;
  }

  #take(character: string): boolean {
    if (this.#peek !== character) return false;
    this.#at++;
    return true;
  }
}

const CLASSES: Readonly<Record<string, RegExp | undefined>> = { w: /^\w$/, d: /^\d$/, s: /^\s$/ };

function taking(takes?: (character: string) => boolean): Part {
  const end: State = { next: [] };
  return { start: { ...(takes ? { takes } : {}), next: [end] }, end };
}
