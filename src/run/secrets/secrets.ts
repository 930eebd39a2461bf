/**
 * Values that a user gives to one session. They are kept in memory, passed only to commands that may use them, and
 * redacted from all output. They do not appear in JSON, the journal or events. If this object is printed, only the
 * number of values is shown.
 */
import { secretReplacer } from "./secret-finder.ts";

/** The text that replaces a secret value. */
const REDACTED = "***";

/** Matches names of variables that usually contain secrets. */
export const SECRET_NAME: RegExp = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH/i;

/** Maximum values of one session. Real skills request far fewer. */
const MAX_SECRETS = 1_000;

export class Secrets {
  readonly #values = new Map<string, string>();
  /** Values that are redacted, but not passed to any command. */
  readonly #watched = new Map<string, string>();
  #replace: ((text: string) => string) | undefined;

  /** Stores a value. An empty value is treated as missing. */
  set(name: string, value: string): void {
    if (value === "" || (this.#values.size >= MAX_SECRETS && !this.#values.has(name))) return;
    this.#values.set(name, value);
    this.#replace = undefined;
  }

  /**
   * Redacts a value everywhere, but passes it to no command. It is for values that belong to the user and that the user
   * did not give to this session.
   */
  watch(name: string, value: string): void {
    if (value === "" || this.#watched.get(name) === value || this.#watched.size >= MAX_SECRETS) return;
    this.#watched.set(name, value);
    this.#replace = undefined;
  }

  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The sorted names, without values. */
  get names(): readonly string[] {
    return [...this.#values.keys()].sort();
  }

  /** Returns the stored values of these names, as variables for a program that may use them. */
  variables(names: readonly string[]): Record<string, string> {
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = this.#values.get(name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  /** Returns the text with every secret value replaced, in every common encoding. */
  redact(text: string): string {
    if (this.#values.size + this.#watched.size === 0) return text;
    this.#replace ??= secretReplacer([...this.#values.values(), ...this.#watched.values()], REDACTED);
    return this.#replace(text);
  }

  /** Removes all values at the end of the session. */
  clear(): void {
    this.#values.clear();
    this.#watched.clear();
    this.#replace = undefined;
  }

  toJSON(): { readonly secrets: number } {
    return { secrets: this.#values.size };
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Secrets { ${this.#values.size} }`;
  }
}
