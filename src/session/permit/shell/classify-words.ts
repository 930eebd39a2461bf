/**
 * Returns each word of a command with its kind from the program's allow-list. If a word is not listed, it returns the
 * first such word instead.
 */
import type { IsSpelledOut } from "./command-pattern.ts";
import type { Operand, Program, ProgramForm, WordKind } from "./programs/programs.ts";
import type { ShellWord } from "./read/shell-line.ts";

/** A word of a command, or a part of it, with its kind. */
export interface ClassifiedWord {
  readonly word: ShellWord;
  readonly kind: WordKind;
  /** Index of the word in the command. */
  readonly at: number;
  /** True for the value of an option, which the program cannot read as another option. */
  readonly isValue: boolean;
  /**
   * True if only one word can be at this place. A pattern there must match at most one name, because further names
   * would move the later words.
   */
  readonly isSole?: boolean;
}

export interface ClassifiedWords {
  readonly use: ProgramForm;
  readonly words: readonly ClassifiedWord[];
}

export type ClassifiedCall = ClassifiedWords | { readonly problem: string };

interface Call {
  readonly uses: Program;
  readonly words: readonly ShellWord[];
  /** True for words that the rule contains literally, without a wildcard. */
  readonly isSpelled: IsSpelledOut;
  /** The index of the program, or of the last subcommand. */
  readonly from: number;
}

export function classifyWords(
  uses: Program,
  words: readonly ShellWord[],
  isSpelled: IsSpelledOut,
  from = 0,
): ClassifiedCall {
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
  readonly #use: ProgramForm;
  readonly #call: Call;
  readonly #known: ClassifiedWord[] = [];
  readonly #options = new Set<string>();
  /** Indices of the operands. */
  readonly #operands: number[] = [];
  /** Index of `--` or of a script. The words after it are not options. */
  #optionsEnd = Number.POSITIVE_INFINITY;
  /** True if the rule names an option that the allow-list lacks. */
  #isVouched = false;
  #at: number;

  constructor(use: ProgramForm, call: Call) {
    this.#use = use;
    this.#call = call;
    this.#at = call.from + 1;
  }

  read(): ClassifiedCall {
    const { words, isSpelled, from } = this.#call;
    const name = words[from]?.text;
    for (; this.#at < words.length; this.#at++) {
      const word = words[this.#at] as ShellWord;
      const command = this.#operands.length === 0 && word.whole && this.#use.commands?.get(word.text);
      if (command) return this.#readSubcommand(command);
      if (!this.#isOption(word)) {
        if (this.#startsProgram()) break;
      } else if (!this.#acceptsOption(word))
        return { problem: `\`${name} ${word.text}\`: this option is not on the allow-list` };
    }
    const problem = this.#whatIsMissing() ?? this.#addOperands();
    if (problem !== undefined) return { problem: `\`${name}${problem}` };
    // After an option that is not on the allow-list, every word may be a file that the program writes.
    const doubtful = this.#isVouched ? this.#known.filter(({ at }) => !isSpelled(at)) : [];
    return {
      use: this.#use,
      words: [...this.#known, ...doubtful.map((each) => ({ ...each, kind: "doubtful" as const }))],
    };
  }

  #readSubcommand(command: Program): ClassifiedCall {
    const inner = classifyWords(command, this.#call.words, this.#call.isSpelled, this.#at);
    return "problem" in inner ? inner : { use: inner.use, words: [...this.#known, ...inner.words] };
  }

  #isOption(word: ShellWord): boolean {
    if (this.#use.onlyOperands || this.#at > this.#optionsEnd) return false;
    return /^-./s.test(word.text) || optionsIn(word, this.#use) !== undefined;
  }

  #acceptsOption(word: ShellWord): boolean {
    if (word.text === "--" && word.whole) {
      this.#optionsEnd = this.#at;
      // After `--`, some interpreters read code from their input, and `find` still accepts options.
      return this.#use.afterDashes !== undefined;
    }
    const { uses, isSpelled } = this.#call;
    const found = optionsIn(word, this.#use);
    if (found === undefined) {
      const isCertain =
        isSpelled(this.#at) && !uses.some((use) => optionsIn(word, use) || use.commands?.has(word.text));
      this.#isVouched ||= isCertain;
      return isCertain && !this.#use.operands.some(({ kind }) => kind === "command");
    }
    for (const name of found.names) this.#options.add(name);
    const value = this.#use.options.get(found.names.at(-1) as string);
    if (found.valueAt !== undefined) return this.#addValue(value, word, found.valueAt);
    if (value === undefined || value.isOptional) return word.whole;
    return word.whole && this.#addValue(value, this.#call.words[++this.#at], 0);
  }

  #addValue(value: Operand | undefined, word: ShellWord | undefined, from: number): boolean {
    if (value === undefined || word === undefined) return false;
    const glob = word.glob === undefined ? {} : { glob: word.glob.slice(from) };
    const part = { ...word, text: word.text.slice(from), ...glob };
    // A pattern behind `--name=` matches no file.
    this.#known.push({ word: part, kind: value.kind, at: this.#at, isValue: true, isSole: from === 0 });
    return true;
  }

  /** Adds an operand. Returns true if this word and all later words belong to another program. */
  #startsProgram(): boolean {
    const kind = this.#use.operands[this.#operands.push(this.#at) - 1]?.kind;
    // Words after a script are its arguments.
    if (kind === "script") this.#optionsEnd = Math.min(this.#optionsEnd, this.#at);
    return kind === "command" || kind === "module";
  }

  /** Returns a clause about a problem of the call. The clause follows the name of the program. */
  #whatIsMissing(): string | undefined {
    const { needs, isComplete, commands } = this.#use;
    const [first] = this.#operands;
    if (commands && first !== undefined) return ` ${this.#call.words[first]?.text}\` is not on the allow-list`;
    const missing = needs.find((names) => !names.some((each) => this.#options.has(each)));
    if (missing) return `\` without \`${missing[0]}\` is not on the allow-list`;
    return isComplete || this.#options.size > 0 ? undefined : "` without a command is not on the allow-list";
  }

  #addOperands(): string | undefined {
    const { operands, afterDashes, implies } = this.#use;
    const end = afterDashes ? this.#operands.filter((at) => at < this.#optionsEnd).length : this.#operands.length;
    const many = operands.find(({ isMany }) => isMany);
    if (implies && many && this.#operands.length < operands.length)
      this.#known.push({ word: HERE, kind: many.kind, at: this.#call.words.length, isValue: true });
    const problem = this.#assign(this.#operands.slice(0, end), operands);
    return problem ?? (afterDashes && this.#assign(this.#operands.slice(end), afterDashes));
  }

  /** Assigns a kind to each operand. A kind with `...` repeats for all remaining operands. */
  #assign(found: readonly number[], wanted: readonly Operand[]): string | undefined {
    const more = Math.max(0, found.length - wanted.length + 1);
    const places = wanted.flatMap((each) => Array<Operand>(each.isMany ? more : 1).fill(each));
    if (found.length < wanted.filter(({ isMany, isOptional }) => !isMany && !isOptional).length)
      return "` has too few operands to be judged";
    for (const [place, at] of found.entries()) {
      const [word, operand] = [this.#call.words[at] as ShellWord, places[place]];
      if (operand === undefined) return ` ${word.text}\`: this operand is not on the allow-list`;
      this.#known.push({ word, kind: operand.kind, at, isValue: false, isSole: !canRepeat(operand, wanted) });
    }
    return undefined;
  }
}

/** Returns true if more words of the same kind can follow: `read...`, or the first of `copy copy...`. */
function canRepeat(operand: Operand, wanted: readonly Operand[]): boolean {
  return (
    operand.isMany ||
    wanted.some(({ kind, isMany }, at) => isMany && kind === operand.kind && wanted[at - 1] === operand)
  );
}

interface FoundOptions {
  readonly names: readonly string[];
  /** The index in the word at which the value of the last option starts. */
  readonly valueAt?: number;
}

/**
 * Finds the options in a word: `--name=value`, or several letters. If the end of the word is only known at run time, it
 * must be a value: `-m"$(cat)"`.
 */
function optionsIn({ text, whole }: ShellWord, { options, apart }: ProgramForm): FoundOptions | undefined {
  if (whole && options.has(text)) return { names: [text] };
  const name = text.slice(0, Math.max(0, text.indexOf("=")));
  if (name.length > 2 && options.has(name)) return { names: [name], valueAt: name.length + 1 };
  if (/^[A-Za-z_]\w*$/.test(name) && options.has("<name>=")) return { names: ["<name>="], valueAt: 0 };
  if (/^-\d+$/.test(text) && options.has("-<number>")) return { names: ["-<number>"] };
  if (!/^-[^-]/.test(text) || apart) return undefined;
  const names = [...text.slice(1)].map((letter) => `-${letter}`);
  const last = names.findIndex((each) => options.get(each));
  const used = last === -1 ? names : names.slice(0, last + 1);
  if (!used.every((each) => options.has(each))) return undefined;
  const hasValue = last !== -1 && (last + 2 < text.length || !whole);
  return { names: used, ...(hasValue ? { valueAt: last + 2 } : {}) };
}
