/** Which real files were handed out. The table is only built once two paths can lead to the same file. */
export class Identity {
  readonly #emitted: string[] = [];
  readonly linkTargets: Map<string, string> = new Map();
  #first: Map<string, string> | undefined;

  constructor(needed: boolean) {
    if (needed) this.#first = new Map();
  }

  /** Call before the first link is entered. */
  demand(): void {
    this.#first ??= new Map(this.#emitted.map((path) => [path, path]));
  }

  /** The path under which the file was handed out before, or undefined and it is noted. */
  claim(real: string, path: string): string | undefined {
    if (this.#first === undefined) {
      this.#emitted.push(real);
      return undefined;
    }
    const earlier = this.#first.get(real);
    if (earlier === undefined) this.#first.set(real, path);
    return earlier;
  }
}
