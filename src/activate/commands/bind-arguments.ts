/**
 * Binds the words that a user typed to the arguments of a command: returns a value for each argument, or every problem.
 */
import type { ArgumentValue, CommandArg, SkillCommandSpec } from "../../model/skills/skill.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";

export interface BoundArguments {
  /** Values of all arguments in the command's order. Each value was typed or is a default. */
  readonly values: ReadonlyMap<string, ArgumentValue>;
  /** One clause for each problem; empty if the arguments are valid. */
  readonly problems: readonly string[];
}

/**
 * Binds by position or by name: `--level high`, `--level=high`, `--fix`, `--no-fix`. After `--` every word is
 * positional.
 */
export function bindArguments(words: readonly string[], { name, args }: SkillCommandSpec): BoundArguments {
  const binder = new Binder(name, args);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === "--") {
      for (const rest of words.slice(at + 1)) binder.next(rest);
      break;
    }
    if (word.startsWith("--") && word.length > 2) at += binder.named(word, words[at + 1]);
    else binder.next(word);
  }
  return binder.done();
}

class Binder {
  readonly #command: string;
  readonly #args: readonly CommandArg[];
  readonly #given = new Map<string, ArgumentValue>();
  readonly #problems: string[] = [];
  #spare = 0;

  constructor(command: string, args: readonly CommandArg[]) {
    this.#command = command;
    this.#args = args;
  }

  /** Binds the next positional argument. A final text argument takes all remaining words. */
  next(word: string): void {
    const open = this.#args.find(({ name }) => !this.#given.has(name));
    const last = this.#args.at(-1);
    if (open) this.#set(open, word);
    else if (last && isText(last)) this.#given.set(last.name, `${this.#given.get(last.name)} ${word}`);
    else this.#spare++;
  }

  /** Returns how many of the following words belong to the option. */
  named(word: string, following: string | undefined): number {
    const equals = word.indexOf("=");
    const name = word.slice(2, equals === -1 ? undefined : equals);
    const arg = this.#args.find((each) => each.name === name);
    const off =
      arg === undefined ? this.#args.find((each) => each.type === "boolean" && `no-${each.name}` === name) : undefined;
    if (off && equals === -1) {
      this.#given.set(off.name, false);
      return 0;
    }
    if (arg === undefined) {
      this.#unknown(name);
      return 0;
    }
    if (equals !== -1) this.#set(arg, word.slice(equals + 1));
    else if (arg.type === "boolean") this.#given.set(name, true);
    else if (following === undefined) this.#problems.push(`\`--${name}\` needs a value`);
    else {
      this.#set(arg, following);
      return 1;
    }
    return 0;
  }

  done(): BoundArguments {
    if (this.#spare > 0) {
      const takes = this.#args.length === 0 ? "no arguments" : `at most ${this.#args.length}`;
      this.#problems.push(`\`${this.#command}\` takes ${takes}, and the call has ${this.#spare} more`);
    }
    const values = new Map<string, ArgumentValue>();
    for (const { name, required, default: fallback } of this.#args) {
      const value = this.#given.get(name) ?? fallback;
      if (value !== undefined) values.set(name, value);
      else if (required) this.#problems.push(`\`${name}\` is missing`);
    }
    return { values, problems: this.#problems };
  }

  #set(arg: CommandArg, word: string): void {
    const value = readValue(arg, word);
    const { name, choices, type = "string" } = arg;
    // An invalid value is also recorded, so that its argument is not reported as missing.
    this.#given.set(name, value ?? word);
    if (value === undefined) this.#problems.push(`\`${name}\` should be ${KINDS[type]}, not \`${word}\``);
    else if (choices !== undefined && !choices.includes(value)) {
      const near = findNearest(word, choices.map(String), 1)[0];
      const hint = near === undefined ? "" : ` (did you mean \`${near}\`?)`;
      this.#problems.push(
        `\`${name}\` should be one of ${choices.map((each) => `\`${each}\``).join(", ")}, not \`${word}\`${hint}`,
      );
    }
  }

  #unknown(name: string): void {
    const names = this.#args.map((each) => each.name);
    const near = findNearest(name, names, 1)[0];
    const hint = near === undefined ? "" : ` (did you mean \`--${near}\`?)`;
    this.#problems.push(`\`${this.#command}\` has no argument \`--${name}\`${hint}`);
  }
}

const KINDS: Readonly<Record<NonNullable<CommandArg["type"]>, string>> = {
  string: "a string",
  number: "a number",
  integer: "a whole number",
  boolean: "`true` or `false`",
};

function isText({ type = "string", choices }: CommandArg): boolean {
  return type === "string" && choices === undefined;
}

function readValue({ type = "string" }: CommandArg, word: string): ArgumentValue | undefined {
  if (type === "string") return word;
  if (type === "boolean") {
    const said = word.toLowerCase();
    return ["true", "yes", "on"].includes(said) ? true : ["false", "no", "off"].includes(said) ? false : undefined;
  }
  const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(word) ? Number(word) : Number.NaN;
  return Number.isFinite(value) && (type === "number" || Number.isSafeInteger(value)) ? value : undefined;
}
