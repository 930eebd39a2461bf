/** The words of a command, each with its kind according to the program's allow-list; or the first word that is not on it. */
import type { Spelled } from "./command-pattern.ts";
import { type Operand, type Option, type OptionTable, tableOf } from "./option-table.ts";
import { type Program, type Use, usesOf, type WordKind } from "./program.ts";
import type { ShellWord } from "./read/line.ts";

/** A word, or a part of one, that has to be judged. */
export interface FoundWord {
  readonly word: ShellWord;
  readonly kind: WordKind;
  /** Its index in the command. */
  readonly at: number;
  /** True if the program cannot take it for an option, whatever it becomes. */
  readonly isValue: boolean;
}

export interface FoundUse {
  readonly use: Use;
  readonly words: readonly FoundWord[];
}

export type ReadUse = FoundUse | { readonly problem: string };

/** `from` is the index of the program, or of the last subcommand. */
export function readUse(program: Program, words: readonly ShellWord[], spelled: Spelled, from = 0): ReadUse {
  let problem: string | undefined;
  const uses = usesOf(program);
  for (const use of uses) {
    const read = new UseReader(use, uses, words, spelled, from).read();
    if (!("problem" in read)) return read;
    problem ??= read.problem;
  }
  return { problem: problem ?? "" };
}

const HERE: ShellWord = { text: ".", whole: true };

class UseReader {
  readonly #use: Use;
  readonly #uses: readonly Use[];
  readonly #words: readonly ShellWord[];
  readonly #spelled: Spelled;
  readonly #table: OptionTable;
  /** The program, or the last subcommand, for messages. */
  readonly #name: string;
  readonly #found: FoundWord[] = [];
  readonly #seen: string[] = [];
  readonly #dropped: string[] = [];
  readonly #operands: number[] = [];
  /** The number of operands before `--`. */
  #dashes: number | undefined;
  /** The rule spells an option out that is on no list. */
  #strange = false;
  #at: number;

  constructor(use: Use, uses: readonly Use[], words: readonly ShellWord[], spelled: Spelled, from: number) {
    this.#use = use;
    this.#uses = uses;
    this.#words = words;
    this.#spelled = spelled;
    this.#table = tableOf(use);
    this.#name = words[from]?.text ?? "";
    this.#at = from + 1;
  }

  read(): ReadUse {
    for (; this.#at < this.#words.length; this.#at++) {
      const { text, whole } = this.#words[this.#at] as ShellWord;
      const isOption = this.#dashes === undefined && this.#isOption(text, whole);
      if (isOption && whole && text === "--") this.#dashes = this.#operands.length;
      else if (isOption) {
        const problem = this.#option(text, whole);
        if (problem !== undefined) return { problem };
      } else {
        const inner = this.#use.commands && this.#operands.length === 0 ? this.#subcommand(text, whole) : undefined;
        if (inner) return inner;
        this.#operands.push(this.#at);
        if (this.#beginsRest(text)) break;
      }
    }
    return this.#finish();
  }

  #isOption(text: string, whole: boolean): boolean {
    const { onlyOperands, optionsFirst, style } = this.#use;
    if (onlyOperands || (optionsFirst && this.#operands.length > 0 && text !== "--")) return false;
    if (style === "words" && whole && this.#table.options.has(text)) return true;
    return (text.length > 1 && text.startsWith("-")) || this.#isBundle(text, whole);
  }

  /** Of options without a dash, only the last may have a value: that is the next word. */
  #isBundle(text: string, whole: boolean): boolean {
    const isFirst = this.#use.bundled && whole && this.#at === 1 && /^[A-Za-z]+$/.test(text);
    return isFirst === true && ![...text.slice(0, -1)].some((letter) => this.#table.options.get(`-${letter}`)?.value);
  }

  /** True if the words behind this operand belong to a script or to another program. */
  #beginsRest(text: string): boolean {
    const { operands } = this.#table;
    const kind = operands[0]?.kind === "setting" ? "command" : operands[this.#operands.length - 1]?.kind;
    if (operands[0]?.kind === "setting" && /^[A-Za-z_]\w*=/.test(text)) return false;
    return kind === "script" || (kind === "command" && !this.#strange);
  }

  #subcommand(text: string, whole: boolean): ReadUse | undefined {
    const { commands = {}, operands = "" } = this.#use;
    const command = whole && Object.hasOwn(commands, text) ? commands[text] : undefined;
    if (command === undefined)
      return operands === "" ? { problem: `\`${this.#words[0]?.text} ${text}\` is not on the allow-list` } : undefined;
    const inner = readUse(command, this.#words, this.#spelled, this.#at);
    return "problem" in inner ? inner : { use: inner.use, words: [...this.#found, ...inner.words] };
  }

  #option(written: string, whole: boolean): string | undefined {
    const isWord = this.#use.style === "words";
    const text = written.startsWith("-") || isWord ? written : `-${written}`;
    if (this.#spelled(this.#at) && !isKnown(text, this.#table)) {
      this.#strange = true;
      const isOther = this.#uses.some((use) => use !== this.#use && isKnown(text, tableOf(use)));
      return isOther ? "another use" : undefined;
    }
    const refused = `\`${this.#name} ${text}\`: this option is not on the allow-list`;
    if (this.#table.number && whole && /^-\d+$/.test(text)) return undefined;
    const isAccepted = text.startsWith("--") || isWord ? this.#long(text, whole) : this.#cluster(text, whole);
    return isAccepted ? undefined : refused;
  }

  #long(text: string, whole: boolean): boolean {
    const equals = this.#table.options.has(text) ? -1 : text.indexOf("=");
    const name = equals === -1 ? text : text.slice(0, equals);
    const option = this.#see(name);
    if (option === undefined || (!whole && equals === -1)) return false;
    if (equals === -1) return option.value === undefined || option.optional || this.#next(option.value);
    return option.value !== undefined && this.#attached(option.value, equals + 1);
  }

  /** Short options in one word. If the end of the word is unknown, it must be a value: `-m"$(cat)"`. */
  #cluster(text: string, whole: boolean): boolean {
    for (let at = 1; at < text.length; at++) {
      const option = this.#see(`-${text[at]}`);
      if (option === undefined) return false;
      if (option.value === undefined) continue;
      if (at + 1 < text.length || !whole) return this.#attached(option.value, at + 1);
      return option.optional || this.#next(option.value);
    }
    return whole;
  }

  #see(name: string): Option | undefined {
    const option = this.#table.options.get(name);
    if (option === undefined) return undefined;
    this.#seen.push(name);
    if (option.drops !== undefined) this.#dropped.push(option.drops);
    return option;
  }

  #attached(kind: WordKind, from: number): true {
    const word = this.#words[this.#at] as ShellWord;
    const { glob } = word;
    const rest = { ...word, text: word.text.slice(from), ...(glob === undefined ? {} : { glob: glob.slice(from) }) };
    this.#found.push({ word: rest, kind, at: this.#at, isValue: true });
    return true;
  }

  #next(kind: WordKind): boolean {
    const word = this.#words[++this.#at];
    if (word === undefined) return false;
    this.#found.push({ word, kind, at: this.#at, isValue: true });
    // The words behind a module are its own.
    if (kind === "module") this.#at = this.#words.length;
    return true;
  }

  #finish(): ReadUse {
    const { needs = [], commands, operands } = this.#use;
    const missing = needs.find((need) => !need.split(" ").some((name) => this.#seen.includes(name)))?.split(" ")[0];
    if (missing !== undefined) return { problem: `\`${this.#name}\` without \`${missing}\` is not on the allow-list` };
    if (commands && operands === undefined && this.#seen.length === 0)
      return { problem: `\`${this.#name}\` without a command is not on the allow-list` };
    const { afterDashes } = this.#table;
    const end = afterDashes === undefined ? undefined : this.#dashes;
    const problem =
      this.#assign(this.#operands.slice(0, end), this.#table.operands) ??
      (afterDashes && end !== undefined ? this.#assign(this.#operands.slice(end), afterDashes) : undefined);
    return problem === undefined ? { use: this.#use, words: [...this.#found, ...this.#doubtful()] } : { problem };
  }

  /** Behind an option that only the author of the rule knows, every word may be a file that the program writes. */
  #doubtful(): readonly FoundWord[] {
    if (!this.#strange) return [];
    return this.#found.filter(({ at }) => !this.#spelled(at)).map((each) => ({ ...each, kind: "any" }));
  }

  /** Gives every operand its kind: those before the kind with `...`, those behind it, and the rest. */
  #assign(operands: readonly number[], all: readonly Operand[]): string | undefined {
    if (this.#strange && all.some(({ kind }) => kind === "command"))
      return `\`${this.#name}\` runs another command behind an option that is not on the allow-list`;
    const wanted = all.filter(({ kind }) => !this.#dropped.includes(kind));
    const star = wanted.findIndex(({ many }) => many);
    const head = star === -1 ? wanted : wanted.slice(0, star);
    const tail = star === -1 ? [] : wanted.slice(star + 1);
    if (operands.length < [...head, ...tail].filter(({ optional }) => !optional).length)
      return `\`${this.#name}\` has too few operands to be judged`;
    for (const [place, at] of operands.entries()) {
      const fromEnd = operands.length - place;
      const { kind } = head[place] ?? (fromEnd <= tail.length ? tail.at(-fromEnd) : wanted[star]) ?? {};
      if (kind === undefined)
        return `\`${this.#name} ${this.#words[at]?.text}\`: this operand is not on the allow-list`;
      this.#found.push({ word: this.#words[at] as ShellWord, kind, at, isValue: this.#dashes !== undefined });
    }
    if (this.#use.implies !== undefined && this.#operands.length <= head.length && star !== -1)
      this.#found.push({ word: HERE, kind: this.#use.implies, at: this.#words.length, isValue: true });
    // Everything behind a script is an argument of that script, options too.
    if (wanted.at(-1)?.kind === "argument" && operands.length > 0)
      for (let at = (operands.at(-1) as number) + 1; at < this.#words.length; at++)
        this.#found.push({ word: this.#words[at] as ShellWord, kind: "argument", at, isValue: true });
    return undefined;
  }
}

function isKnown(text: string, { options }: OptionTable): boolean {
  if (text.startsWith("--") || options.has(text)) return options.has(text.split("=", 1)[0] as string);
  return [...text.slice(1)].every((letter) => options.has(`-${letter}`));
}
