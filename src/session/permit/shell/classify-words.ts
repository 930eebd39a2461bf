/** The words of a command, each with its kind according to the program's allow-list; or the first word that is not on it. */
import type { IsSpelled } from "./command-pattern.ts";
import { type Operand, type Program, tableOf, type Use, type UseTable, usesOf } from "./program.ts";
import type { ShellWord } from "./read/shell-line.ts";
import type { KnownWord, WordKind } from "./why-word-asks.ts";

export interface KnownUse {
  readonly use: Use;
  readonly words: readonly KnownWord[];
}

type Classified = KnownUse | { readonly problem: string };

interface Call {
  readonly uses: readonly Use[];
  readonly words: Words;
  /** True for words that the rule spells out. */
  readonly isSpelled: IsSpelled;
  /** The index of the program, or of the last subcommand. */
  readonly from: number;
}

type Words = readonly ShellWord[];

export function classifyWords(program: Program, words: Words, isSpelled: IsSpelled, from = 0): Classified {
  const uses = usesOf(program);
  let problem = "";
  for (const use of uses) {
    const known = new UseReader(use, { uses, words, isSpelled, from }).read();
    if (!("problem" in known)) return known;
    problem ||= known.problem;
  }
  return { problem };
}

const HERE: ShellWord = { text: ".", whole: true };

class UseReader {
  readonly #use: Use;
  readonly #call: Call;
  readonly #table: UseTable;
  readonly #known: KnownWord[] = [];
  /** Names of the options, and indices of the operands. */
  readonly #options = new Set<string>();
  readonly #operands: number[] = [];
  /** The index of `--` or of a script. No word behind it is an option. */
  #optionsEnd = Number.POSITIVE_INFINITY;
  /** The rule spells an option out that is on no list. */
  #isVouched = false;
  #at: number;

  constructor(use: Use, call: Call) {
    this.#use = use;
    this.#call = call;
    this.#table = tableOf(use);
    this.#at = call.from + 1;
  }

  read(): Classified {
    const { words, from, isSpelled } = this.#call;
    const name = words[from]?.text;
    for (; this.#at < words.length; this.#at++) {
      const word = words[this.#at] as ShellWord;
      const option = this.#optionOf(word);
      if (option === undefined) {
        const inner = this.#readSubcommand(word);
        if (inner) return inner;
        this.#operands.push(this.#at);
        if (this.#runsCommand(word)) break;
      } else if (!this.#acceptsOption(option, word.whole))
        return { problem: `\`${name} ${option}\`: this option is not on the allow-list` };
    }
    const problem = this.#whatIsMissing() ?? this.#classifyOperands();
    if (problem !== undefined) return { problem: `\`${name}${problem}` };
    // Behind an option that only the author of the rule knows, every word may be a file that the program writes.
    const doubtful = this.#isVouched ? this.#known.filter(({ at }) => !isSpelled(at)) : [];
    return { use: this.#use, words: [...this.#known, ...doubtful.map((each) => ({ ...each, kind: "any" as const }))] };
  }

  /** The word as it is in the list of options, if it is an option. */
  #optionOf({ text, whole }: ShellWord): string | undefined {
    const { onlyOperands, optionsFirst, style, bundled } = this.#use;
    if (onlyOperands || this.#at > this.#optionsEnd) return undefined;
    if (optionsFirst && this.#operands.length > 0 && text !== "--") return undefined;
    if (text.length > 1 && text.startsWith("-")) return text;
    if (style === "words" && whole && this.#table.options.has(text)) return text;
    return bundled && this.#at === 1 ? `-${text}` : undefined;
  }

  /** Behind `--`, `find` still takes options, and some interpreters take code from their input. */
  #acceptsOption(text: string, whole: boolean): boolean {
    if (text === "--" && whole && this.#use.style !== "words" && this.#table.operands[0]?.kind !== "script") {
      this.#optionsEnd = this.#at;
      return true;
    }
    if (whole && /^-\d+$/.test(text) && this.#table.options.has("-NUM")) return true;
    const { names, value, valueAt, isKnown } = splitOption(text, whole, this.#use);
    if (!isKnown) {
      this.#isVouched = this.#call.isSpelled(this.#at);
      return this.#isVouched && !this.#call.uses.some((use) => splitOption(text, whole, use).isKnown);
    }
    for (const name of names) this.#options.add(name);
    if (valueAt > 0) return value !== undefined && this.#acceptsAttached(value.kind, valueAt);
    return whole && (value === undefined || value.isOptional || this.#acceptsNext(value.kind));
  }

  #acceptsAttached(kind: WordKind, from: number): boolean {
    const word = this.#call.words[this.#at] as ShellWord;
    // Values of options without a dash are the next words.
    if (this.#use.bundled && !word.text.startsWith("-")) return false;
    const glob = word.glob === undefined ? {} : { glob: word.glob.slice(from) };
    this.#known.push({ word: { ...word, text: word.text.slice(from), ...glob }, kind, at: this.#at, isValue: true });
    return true;
  }

  #acceptsNext(kind: WordKind): boolean {
    const isThere = ++this.#at < this.#call.words.length;
    if (isThere) this.#add(kind, this.#at, true);
    // The words behind a module are its own.
    if (kind === "module") this.#at = this.#call.words.length;
    return isThere;
  }

  #add(kind: WordKind, at: number, isValue: boolean): void {
    this.#known.push({ word: this.#call.words[at] ?? HERE, kind, at, isValue });
  }

  #readSubcommand({ text, whole }: ShellWord): Classified | undefined {
    const { commands, operands = "" } = this.#use;
    if (commands === undefined || this.#operands.length > 0) return undefined;
    const { words, isSpelled } = this.#call;
    const command = whole && Object.hasOwn(commands, text) ? commands[text] : undefined;
    if (command === undefined)
      return operands === "" ? { problem: `\`${words[0]?.text} ${text}\` is not on the allow-list` } : undefined;
    const inner = classifyWords(command, words, isSpelled, this.#at);
    return "problem" in inner ? inner : { use: inner.use, words: [...this.#known, ...inner.words] };
  }

  /** True if the words behind this operand belong to another program. Those behind a script are its arguments. */
  #runsCommand({ text }: ShellWord): boolean {
    const { operands } = this.#table;
    const takesSettings = operands[0]?.kind === "setting";
    const kind = takesSettings ? "command" : operands[this.#operands.length - 1]?.kind;
    if (kind === "script") this.#optionsEnd = Math.min(this.#optionsEnd, this.#at);
    return kind === "command" && !this.#isVouched && !(takesSettings && /^[A-Za-z_]\w*=/.test(text));
  }

  /** Returns the rest of a sentence that begins with the name of the program. */
  #whatIsMissing(): string | undefined {
    const { needs = [], commands, operands } = this.#use;
    const missing = needs
      .map((need) => need.split(" "))
      .find((names) => !names.some((each) => this.#options.has(each)));
    if (missing) return `\` without \`${missing[0]}\` is not on the allow-list`;
    if (commands && operands === undefined && this.#options.size === 0)
      return "` without a command is not on the allow-list";
    return this.#isVouched && this.#table.operands.some(({ kind }) => kind === "command")
      ? "` runs another command behind an option that is not on the allow-list"
      : undefined;
  }

  #classifyOperands(): string | undefined {
    const { operands, afterDashes } = this.#table;
    if (afterDashes === undefined) return this.#classify(this.#operands, operands);
    const before = this.#operands.filter((at) => at < this.#optionsEnd);
    const behind = this.#operands.slice(before.length);
    return this.#classify(before, operands) ?? (behind.length > 0 ? this.#classify(behind, afterDashes) : undefined);
  }

  /** Gives every operand its kind. The kind with `...` is repeated as often as there are operands left. */
  #classify(found: readonly number[], all: readonly Operand[]): string | undefined {
    const { words } = this.#call;
    const dropped = new Set([...this.#options].map((name) => this.#table.options.get(name)?.drops));
    const wanted = all.filter(({ kind }) => !dropped.has(kind));
    const many = wanted.findIndex(({ isMany }) => isMany);
    const more = Math.max(0, found.length - wanted.length + 1);
    const kinds = wanted.flatMap(({ kind, isMany }) => Array<WordKind>(isMany ? more : 1).fill(kind));
    if (found.length < wanted.filter(({ isMany, isOptional }) => !isMany && !isOptional).length)
      return "` has too few operands to be judged";
    for (const [place, at] of found.entries()) {
      const kind = kinds[place];
      if (kind === undefined) return ` ${words[at]?.text}\`: this operand is not on the allow-list`;
      this.#add(kind, at, at > this.#optionsEnd);
    }
    const { implies } = this.#use;
    if (implies !== undefined && this.#operands.length <= many) this.#add(implies, words.length, true);
    return undefined;
  }
}

/**
 * `--name=value`, or short options in one word. `value` is that of the last of them, and `valueAt` its index if it is in the same
 * word, else 0. If the end of the word is unknown, it must be a value: `-m"$(cat)"`.
 */
function splitOption(text: string, whole: boolean, use: Use) {
  const { options } = tableOf(use);
  const isLong = text.startsWith("--") || use.style === "words";
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
