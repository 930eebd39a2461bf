/** Returns each word of a command with its kind from the program's allow-list, or the first word that is not listed. */
import type { IsSpelled } from "./command-pattern.ts";
import type { Operand, Program, Use, WordKind } from "./program.ts";
import type { ShellWord } from "./read/shell-line.ts";
import type { KnownWord } from "./why-word-asks.ts";

export interface KnownUse {
  readonly use: Use;
  readonly words: readonly KnownWord[];
}

export type Classified = KnownUse | { readonly problem: string };
type Words = readonly ShellWord[];

/** `isSpelled`: true for words that the rule spells out. `from`: the index of the program, or of the last subcommand. */
export function classifyWords(uses: Program, words: Words, isSpelled: IsSpelled, from = 0): Classified {
  let problem = "";
  for (const use of uses) {
    const known = new UseReader(use, uses, words, isSpelled, from).read();
    if (!("problem" in known)) return known;
    problem ||= known.problem;
  }
  return { problem };
}

const HERE: ShellWord = { text: ".", whole: true };

class UseReader {
  readonly #use: Use;
  readonly #uses: Program;
  readonly #words: Words;
  readonly #isSpelled: IsSpelled;
  readonly #from: number;
  readonly #known: KnownWord[] = [];
  readonly #options = new Set<string>();
  /** Indices of the operands. */
  readonly #operands: number[] = [];
  /** Index of `--` or of a script. No later word is an option. */
  #optionsEnd = Number.POSITIVE_INFINITY;
  /** True if the rule names an option that the allow-list lacks. */
  #isVouched = false;
  #at: number;

  constructor(use: Use, uses: Program, words: Words, isSpelled: IsSpelled, from: number) {
    this.#use = use;
    this.#uses = uses;
    this.#words = words;
    this.#isSpelled = isSpelled;
    this.#from = from;
    this.#at = from + 1;
  }

  read(): Classified {
    const name = this.#words[this.#from]?.text;
    for (; this.#at < this.#words.length; this.#at++) {
      const word = this.#words[this.#at] as ShellWord;
      const option = this.#optionOf(word);
      if (option === undefined) {
        const inner = this.#readSubcommand(word);
        if (inner) return inner;
        this.#operands.push(this.#at);
        if (this.#startsProgram(word)) break;
      } else if (!this.#acceptsOption(option, word.whole))
        return { problem: `\`${name} ${option}\`: this option is not on the allow-list` };
    }
    const problem = this.#whatIsMissing() ?? this.#classifyOperands();
    if (problem !== undefined) return { problem: `\`${name}${problem}` };
    // After an option that is not on the allow-list, every word may be a file that the program writes.
    const doubtful = this.#isVouched ? this.#known.filter(({ at }) => !this.#isSpelled(at)) : [];
    return { use: this.#use, words: [...this.#known, ...doubtful.map((each) => ({ ...each, kind: "any" as const }))] };
  }

  /** Returns the option's entry name in the list; undefined for other words. */
  #optionOf({ text, whole }: ShellWord): string | undefined {
    const { onlyOperands, optionsFirst, style, bundled, options } = this.#use;
    if (onlyOperands || this.#at > this.#optionsEnd) return undefined;
    if (optionsFirst && this.#operands.length > 0 && text !== "--") return undefined;
    if ((text.length > 1 && text.startsWith("-")) || (style === "words" && whole && options.has(text))) return text;
    return bundled && this.#at === 1 ? `-${text}` : undefined;
  }

  #acceptsOption(text: string, whole: boolean): boolean {
    const { style, operands, options } = this.#use;
    // After `--`, `find` still accepts options, and some interpreters read code from their input.
    if (text === "--" && whole && style !== "words" && operands[0]?.kind !== "script") {
      this.#optionsEnd = this.#at;
      return true;
    }
    if (whole && /^-\d+$/.test(text) && options.has("-NUM")) return true;
    const { names, value, valueAt, isKnown } = splitOption(text, whole, this.#use);
    if (!isKnown) {
      this.#isVouched = this.#isSpelled(this.#at);
      return this.#isVouched && !this.#uses.some((use) => splitOption(text, whole, use).isKnown);
    }
    for (const name of names) this.#options.add(name);
    if (valueAt > 0) return value !== undefined && this.#acceptsAttached(value.kind, valueAt);
    return whole && (value === undefined || value.isOptional || this.#acceptsNext(value.kind));
  }

  #acceptsAttached(kind: WordKind, from: number): boolean {
    const word = this.#words[this.#at] as ShellWord;
    const glob = word.glob === undefined ? {} : { glob: word.glob.slice(from) };
    this.#known.push({ word: { ...word, text: word.text.slice(from), ...glob }, kind, at: this.#at, isValue: true });
    // An option without a dash takes the next word as its value.
    return word.text.startsWith("-") || !this.#use.bundled;
  }

  #acceptsNext(kind: WordKind): boolean {
    const isThere = ++this.#at < this.#words.length;
    if (isThere) this.#add(kind, this.#at, true);
    // All words after a module name are the module's arguments.
    if (kind === "module") this.#at = this.#words.length;
    return isThere;
  }

  #add(kind: WordKind, at: number, isValue: boolean): void {
    this.#known.push({ word: this.#words[at] ?? HERE, kind, at, isValue });
  }

  #readSubcommand({ text, whole }: ShellWord): Classified | undefined {
    const { commands } = this.#use;
    if (commands === undefined || this.#operands.length > 0) return undefined;
    const command = whole ? commands.get(text) : undefined;
    if (command === undefined) return { problem: `\`${this.#words[0]?.text} ${text}\` is not on the allow-list` };
    const inner = classifyWords(command, this.#words, this.#isSpelled, this.#at);
    return "problem" in inner ? inner : { use: inner.use, words: [...this.#known, ...inner.words] };
  }

  /** Returns true if the words after this operand belong to another program. Words after a script are its arguments. */
  #startsProgram({ text }: ShellWord): boolean {
    const { operands } = this.#use;
    const takesSettings = operands[0]?.kind === "setting";
    const kind = takesSettings ? "command" : operands[this.#operands.length - 1]?.kind;
    if (kind === "script") this.#optionsEnd = Math.min(this.#optionsEnd, this.#at);
    return kind === "command" && !this.#isVouched && !(takesSettings && /^[A-Za-z_]\w*=/.test(text));
  }

  /** Returns the rest of a sentence that begins with the name of the program. */
  #whatIsMissing(): string | undefined {
    const { needs, isComplete, operands } = this.#use;
    const missing = needs.find((names) => !names.some((each) => this.#options.has(each)));
    if (missing) return `\` without \`${missing[0]}\` is not on the allow-list`;
    if (!isComplete && this.#options.size === 0) return "` without a command is not on the allow-list";
    return this.#isVouched && operands.some(({ kind }) => kind === "command")
      ? "` runs another command behind an option that is not on the allow-list"
      : undefined;
  }

  #classifyOperands(): string | undefined {
    const { operands, afterDashes } = this.#use;
    if (afterDashes.length === 0) return this.#classify(this.#operands, operands);
    const before = this.#operands.filter((at) => at < this.#optionsEnd);
    const behind = this.#operands.slice(before.length);
    return this.#classify(before, operands) ?? (behind.length > 0 ? this.#classify(behind, afterDashes) : undefined);
  }

  /** Assigns a kind to each operand. The kind with `...` repeats for all remaining operands. */
  #classify(found: readonly number[], all: readonly Operand[]): string | undefined {
    const dropped = new Set([...this.#options].map((name) => this.#use.options.get(name)?.drops));
    const wanted = all.filter(({ kind }) => !dropped.has(kind));
    const many = wanted.findIndex(({ isMany }) => isMany);
    const more = Math.max(0, found.length - wanted.length + 1);
    const kinds = wanted.flatMap(({ kind, isMany }) => Array<WordKind>(isMany ? more : 1).fill(kind));
    if (found.length < wanted.filter(({ isMany, isOptional }) => !isMany && !isOptional).length)
      return "` has too few operands to be judged";
    for (const [place, at] of found.entries()) {
      const kind = kinds[place];
      if (kind === undefined) return ` ${this.#words[at]?.text}\`: this operand is not on the allow-list`;
      this.#add(kind, at, at > this.#optionsEnd);
    }
    const { implies } = this.#use;
    if (implies !== undefined && this.#operands.length <= many) this.#add(implies, this.#words.length, true);
    return undefined;
  }
}

/**
 * Splits `--name=value`, or short options in one word. `value` belongs to the last option, and `valueAt` is its index
 * in the word, or 0 if the value is a separate word. If the end of the word is unknown, that part must be a value:
 * `-m"$(cat)"`.
 */
function splitOption(text: string, whole: boolean, { options, style }: Use) {
  const isLong = text.startsWith("--") || style === "words";
  const equals = options.has(text) ? -1 : text.indexOf("=");
  const last = [...text].findIndex((letter) => options.get(`-${letter}`)?.value);
  const letters = last === -1 ? text.slice(1) : text.slice(1, last + 1);
  const names = isLong ? [equals === -1 ? text : text.slice(0, equals)] : [...letters].map((letter) => `-${letter}`);
  const isAttached = last !== -1 && (last + 1 < text.length || !whole);
  return {
    names,
    value: options.get(names.at(-1) ?? "")?.value,
    valueAt: isLong ? equals + 1 : isAttached ? last + 1 : 0,
    isKnown: names.every((name) => options.has(name)),
  };
}
