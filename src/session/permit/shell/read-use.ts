/** The words of a command, each with its kind according to the program's allow-list; or the first word that is not on it. */
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

/** The index of a word -> whether the rule spells the word out. Spelled words are granted by the author of the rule. */
export type Spelled = (at: number) => boolean;

/** `from` is the index of the program, or of the last subcommand. */
export function readUse(program: Program, words: readonly ShellWord[], spelled: Spelled, from = 0): ReadUse {
  let problem: string | undefined;
  const uses = usesOf(program);
  for (const use of uses) {
    const others = uses.filter((each) => each !== use).map(tableOf);
    const read = new UseReader(use, others, words, spelled, from).read();
    if (!("problem" in read)) return read;
    problem ??= read.problem;
  }
  return { problem: problem ?? "" };
}

class UseReader {
  readonly #use: Use;
  readonly #words: readonly ShellWord[];
  readonly #spelled: Spelled;
  readonly #table: OptionTable;
  readonly #others: readonly OptionTable[];
  readonly #found: FoundWord[] = [];
  readonly #seen = new Set<string>();
  readonly #dropped = new Set<string>();
  readonly #operands: number[] = [];
  /** The number of operands before `--`. */
  #dashes: number | undefined;
  #onlyOperands = false;
  #at: number;

  /** The rule spells an option out that is on no list. */
  #strange = false;

  constructor(use: Use, others: readonly OptionTable[], words: readonly ShellWord[], spelled: Spelled, from: number) {
    this.#use = use;
    this.#others = others;
    this.#words = words;
    this.#spelled = spelled;
    this.#table = tableOf(use);
    this.#at = from + 1;
  }

  read(): ReadUse {
    const before = this.#words[this.#at - 1]?.text ?? "";
    for (; this.#at < this.#words.length; this.#at++) {
      const { text, whole } = this.#words[this.#at] as ShellWord;
      if (this.#isDashes(text, whole)) this.#dashes = this.#operands.length;
      else if (this.#dashes !== undefined || !this.#isOption(text, whole)) {
        const next = this.#use.commands && this.#operands.length === 0 ? this.#subcommand(text, whole) : undefined;
        if (next) return next;
        this.#operands.push(this.#at);
        if (this.#beginsRest()) break;
        this.#onlyOperands ||= this.#use.optionsFirst === true;
      } else {
        const problem = this.#option(this.#spellOut(text), before);
        if (problem !== undefined) return { problem };
      }
    }
    return this.#finish(before);
  }

  #isDashes(text: string, whole: boolean): boolean {
    return whole && text === "--" && this.#dashes === undefined && !this.#use.onlyOperands;
  }

  #isOption(text: string, whole: boolean): boolean {
    if (this.#onlyOperands || this.#use.onlyOperands) return false;
    if (this.#use.style === "words" && whole && this.#table.options.has(text)) return true;
    return (text.length > 1 && text.startsWith("-")) || this.#isBundle(text, whole);
  }

  /** Of options without a dash, only the last may have a value: that is the next word. */
  #isBundle(text: string, whole: boolean): boolean {
    const isFirst = this.#use.bundled && whole && this.#at === 1 && /^[A-Za-z]+$/.test(text);
    return isFirst === true && ![...text.slice(0, -1)].some((letter) => this.#table.find(`-${letter}`)?.value);
  }

  #spellOut(text: string): string {
    return text.startsWith("-") || this.#use.style === "words" ? text : `-${text}`;
  }

  /** Words behind a script or another program belong to that. */
  #beginsRest(): boolean {
    const kind = this.#table.operands.kinds[this.#operands.length - 1]?.kind;
    return kind === "script" || (kind === "command" && !this.#strange);
  }

  #subcommand(text: string, whole: boolean): ReadUse | undefined {
    const command = whole && Object.hasOwn(this.#use.commands ?? {}, text) ? this.#use.commands?.[text] : undefined;
    if (command === undefined)
      return (this.#use.operands ?? "") === ""
        ? { problem: `\`${this.#words[0]?.text} ${text}\` is not on the allow-list` }
        : undefined;
    const inner = readUse(command, this.#words, this.#spelled, this.#at);
    return "problem" in inner ? inner : { use: inner.use, words: [...this.#found, ...inner.words] };
  }

  #option(text: string, program: string): string | undefined {
    const { whole } = this.#words[this.#at] as ShellWord;
    if (this.#spelled(this.#at) && !isKnown(text, this.#table)) {
      this.#strange = true;
      return this.#others.some((table) => isKnown(text, table)) ? "another use" : undefined;
    }
    const refused = `\`${program} ${text}\`: this option is not on the allow-list`;
    if (text.startsWith("--") || this.#use.style === "words") {
      const equals = text.indexOf("=");
      const name = equals === -1 ? text : text.slice(0, equals);
      const option = this.#table.find(name);
      if (option === undefined || (!whole && equals === -1)) return refused;
      this.#see(name, option);
      if (equals !== -1) return option.value ? this.#attached(option.value, equals + 1) : refused;
      return option.value && !option.optional ? this.#next(option.value, refused) : undefined;
    }
    if (!whole && !this.#isClusterValue(text)) return refused;
    if (this.#table.number && /^-\d+$/.test(text)) return undefined;
    for (let at = 1; at < text.length; at++) {
      const name = `-${text[at]}`;
      const option = this.#table.find(name);
      if (option === undefined) return refused;
      this.#see(name, option);
      if (!option.value) continue;
      if (at + 1 < text.length) return this.#attached(option.value, at + 1);
      return option.optional ? undefined : this.#next(option.value, refused);
    }
    return undefined;
  }

  /** If the end of the word is unknown, it must be the value of an option: `-m"$(cat)"`. */
  #isClusterValue(text: string): boolean {
    return [...text.slice(1)].some((letter) => this.#table.find(`-${letter}`)?.value !== undefined);
  }

  #see(name: string, option: Option): void {
    this.#seen.add(name);
    if (option.drops !== undefined) this.#dropped.add(option.drops);
  }

  #attached(kind: WordKind, from: number): undefined {
    const word = this.#words[this.#at] as ShellWord;
    const { glob } = word;
    const rest = { ...word, text: word.text.slice(from), ...(glob === undefined ? {} : { glob: glob.slice(from) }) };
    this.#found.push({ word: rest, kind, at: this.#at, isValue: true });
  }

  #next(kind: WordKind, refused: string): string | undefined {
    const word = this.#words[++this.#at];
    if (word === undefined) return refused;
    this.#found.push({ word, kind, at: this.#at, isValue: true });
    return undefined;
  }

  #finish(program: string): ReadUse {
    for (const need of this.#use.needs ?? [])
      if (!need.split(" ").some((name) => this.#seen.has(name)))
        return { problem: `\`${program}\` without \`${need.split(" ")[0]}\` is not on the allow-list` };
    if (this.#use.commands && this.#use.operands === undefined && this.#seen.size === 0)
      return { problem: `\`${program}\` without a command is not on the allow-list` };
    const plain = this.#operands.slice(0, this.#dashes);
    const problem =
      this.#dashes === undefined || this.#table.afterDashes === undefined
        ? this.#assign(this.#operands, this.#table.operands, program)
        : (this.#assign(plain, this.#table.operands, program) ??
          this.#assign(this.#operands.slice(this.#dashes), this.#table.afterDashes, program));
    return problem === undefined ? { use: this.#use, words: [...this.#found, ...this.#doubtful()] } : { problem };
  }

  /** Behind an option that only the author of the rule knows, every word may be a file that the program writes. */
  #doubtful(): readonly FoundWord[] {
    return this.#strange
      ? this.#found.filter(({ at }) => !this.#spelled(at)).map((each) => ({ ...each, kind: "any" }))
      : [];
  }

  #assign(operands: readonly number[], { kinds }: Operands, program: string): string | undefined {
    if (this.#strange && kinds.some(({ kind }) => kind === "command"))
      return `\`${program}\` runs another command behind an option that is not on the allow-list`;
    const wanted = kinds.filter(({ kind }) => !this.#dropped.has(kind));
    const star = wanted.findIndex(({ many }) => many);
    const tail = star === -1 ? [] : wanted.slice(star + 1);
    const head = star === -1 ? wanted : wanted.slice(0, star);
    const rest = wanted.at(-1)?.kind;
    const required = [...head, ...tail].filter(({ optional }) => !optional).length;
    if (operands.length < required) return `\`${program}\` has too few operands to be judged`;
    for (const [place, at] of operands.entries()) {
      const fromEnd = operands.length - place;
      const kind =
        place < head.length
          ? head[place]?.kind
          : fromEnd <= tail.length
            ? tail[tail.length - fromEnd]?.kind
            : wanted[star]?.kind;
      if (kind === undefined) return `\`${program} ${this.#words[at]?.text}\`: this operand is not on the allow-list`;
      this.#found.push({ word: this.#words[at] as ShellWord, kind, at, isValue: this.#dashes !== undefined });
    }
    if (this.#use.implies !== undefined && this.#operands.length <= head.length && star !== -1)
      this.#found.push({ word: HERE, kind: this.#use.implies, at: this.#words.length, isValue: true });
    this.#pushRest(operands, rest);
    return undefined;
  }

  /** Everything behind a script is an argument of that script, options too. */
  #pushRest(operands: readonly number[], last: WordKind | undefined): void {
    if (last !== "argument" || operands.length === 0) return;
    for (let at = (operands.at(-1) as number) + 1; at < this.#words.length; at++)
      this.#found.push({ word: this.#words[at] as ShellWord, kind: "argument", at, isValue: true });
  }
}

const HERE: ShellWord = { text: ".", whole: true };

function isKnown(text: string, { find }: OptionTable): boolean {
  if (text.startsWith("--") || find(text)) return find(text.split("=", 1)[0] as string) !== undefined;
  return [...text.slice(1)].every((letter) => find(`-${letter}`));
}

interface Option {
  readonly value?: WordKind;
  /** The value can only be attached. */
  readonly optional: boolean;
  readonly drops?: string;
}

interface Operands {
  readonly kinds: readonly { readonly kind: WordKind; readonly many: boolean; readonly optional: boolean }[];
}

interface OptionTable {
  readonly options: ReadonlyMap<string, Option>;
  readonly find: (name: string) => Option | undefined;
  /** `-5` is an option. */
  readonly number: boolean;
  readonly operands: Operands;
  readonly afterDashes: Operands | undefined;
}

const tables = new WeakMap<Use, OptionTable>();

function tableOf(use: Use): OptionTable {
  const known = tables.get(use);
  if (known) return known;
  const options = new Map(Object.keys(use.options ?? {}).flatMap(optionsIn));
  const table: OptionTable = {
    options,
    find: (name) => options.get(name),
    number: options.has("-NUM"),
    operands: operandsIn(use.operands ?? ""),
    afterDashes: use.afterDashes === undefined ? undefined : operandsIn(use.afterDashes),
  };
  tables.set(use, table);
  return table;
}

function optionsIn(key: string): [string, Option][] {
  const names: string[] = [];
  let option: Option = { optional: false };
  const parts = key.split(" ");
  for (const [at, part] of parts.entries()) {
    if (/^=[a-z]/i.test(part))
      option = { ...option, value: part.slice(1).replace("?", "") as WordKind, optional: part.endsWith("?") };
    else if (part === "drops") option = { ...option, drops: parts[at + 1] as string };
    else if (parts[at - 1] !== "drops") names.push(part);
  }
  return names.map((name) => [name, option]);
}

function operandsIn(text: string): Operands {
  const kinds = text
    .split(" ")
    .filter((part) => part !== "")
    .map((part) => ({
      kind: part.replace(/\.{3}$|\?$/, "") as WordKind,
      many: part.endsWith("..."),
      optional: part.endsWith("?"),
    }));
  return { kinds };
}
