/**
 * Returns texts that an expression matches. Each alternative occurs in at least one of them, and each optional part is present
 * in one and absent in another. The texts ignore assertions such as `(?!…)`, so check them with the expression itself.
 */
export function wordingsOf({ source }: RegExp): string[] {
  const reader = new Reader(source);
  return [...new Set(reader.alternatives())];
}

const MEMBERS: Readonly<Record<string, string>> = { s: " ", w: "a", d: "1", b: "" };

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  alternatives(): string[] {
    const all = this.#sequence();
    while (this.#take("|")) all.push(...this.#sequence());
    return all;
  }

  #sequence(): string[] {
    let texts = [""];
    while (this.#at < this.#source.length && !"|)".includes(this.#next())) texts = join(texts, this.#repeated());
    return texts;
  }

  #repeated(): string[] {
    const isWildcard = this.#next() === ".";
    const texts = this.#atom();
    if (this.#take("?")) return ["", ...texts];
    if (this.#take("+")) return texts;
    if (this.#take("*")) return ["", ...texts];
    const bounds = /^\{(\d+)(?:,(\d+))?\}/.exec(this.#source.slice(this.#at));
    if (bounds === null) return texts;
    this.#at += bounds[0].length;
    const least = Number(bounds[1]);
    const repeated = texts.map((text) => text.repeat(Math.max(least, 1)));
    return least === 0 && !isWildcard ? ["", ...repeated] : repeated;
  }

  #atom(): string[] {
    if (this.#take("(?:")) return this.#group();
    for (const assertion of ["(?!", "(?=", "(?<!", "(?<="])
      if (this.#take(assertion)) {
        this.#group();
        return [""];
      }
    if (this.#take("(")) return this.#group();
    if (this.#take("[")) return [this.#member()];
    if (this.#take("^") || this.#take("$")) return [""];
    if (this.#take("\\")) return [this.#escaped()];
    const [character] = this.#source.slice(this.#at);
    this.#at++;
    return [character === "." ? " " : (character as string)];
  }

  #group(): string[] {
    const texts = this.alternatives();
    this.#at++;
    return texts;
  }

  /** Returns the first member of a class, or a letter for a class that excludes something. */
  #member(): string {
    const excludes = this.#take("^");
    const first = this.#take("\\") ? this.#escaped() : (this.#source[this.#at++] as string);
    while (this.#next() !== "]") this.#at += this.#next() === "\\" ? 2 : 1;
    this.#at++;
    return excludes ? "x" : first;
  }

  #escaped(): string {
    const character = this.#source[this.#at++] as string;
    return MEMBERS[character] ?? character;
  }

  #next(): string {
    return this.#source[this.#at] as string;
  }

  #take(text: string): boolean {
    const isNext = this.#source.startsWith(text, this.#at);
    if (isNext) this.#at += text.length;
    return isNext;
  }
}

/** Joins two lists so that each text of either list occurs once or more. */
export function join(left: readonly string[], right: readonly string[], between = ""): string[] {
  return Array.from(
    { length: Math.max(left.length, right.length) },
    (_, index) => (left[index % left.length] as string) + between + (right[index % right.length] as string),
  );
}
