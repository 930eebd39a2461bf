/**
 * Parses a command line into every program that it would run, or returns why that is uncertain. It uses a real shell
 * parser and accepts only the listed kinds of nodes. It does not throw for any text.
 */
import type { CommandNode, ParsedScript, Redirection, Statement, Word, WordPart } from "unbash";
import { parse } from "unbash";
import { MAX_LINE_CHARS, type ShellLine, type ShellWord, type SideWord, type SimpleCommand } from "./shell-line.ts";

type Simple = Extract<CommandNode, { type: "Command" }>;
type Assignment = Extract<Simple["prefix"][number], { type: "Assignment" }>;

/** Maximum opening characters. The parser's time grows with the square of their number. */
const MAX_OPENINGS = 400;
const OPENINGS = /[{[($<`]/g;
const TOO_COMPLEX = "the line is too complex";
/** Matches texts that shells read differently, or about which a shell and the parser disagree. */
const UNCERTAIN: readonly (readonly [RegExp, string])[] = [
  [/[\0-\x08\x0b-\x1f\x7f]/, "the line has control characters"],
  [/\\$/, "the line is not valid shell syntax"],
  [/[^ \t]\\\n/, "the line continues in the middle of a word"],
  [/[^\s(][<>]\(/, "a process substitution is part of a word"],
];
/** Every uncertain text has one of these characters. Most lines have none. */
const SUSPECT = /[\0-\x08\x0b-\x1f\x7f\\]|[<>]\(/;

export function parseLine(text: string): ShellLine {
  const reader = new LineReader();
  reader.line(text);
  const { unproven, commands, doubted } = reader;
  if (unproven !== undefined) return { unproven };
  return commands.length === 0 ? { unproven: doubted ?? "the line is empty" } : { commands, doubt: doubted };
}

/** Returns the reason if a text cannot be parsed with certainty. */
function parsed(text: string): ParsedScript | string {
  if (text.length > MAX_LINE_CHARS) return "the line is too long";
  for (const [pattern, reason] of SUSPECT.test(text) ? UNCERTAIN : []) if (pattern.test(text)) return reason;
  try {
    const isComplex = text.length > MAX_OPENINGS && (text.match(OPENINGS)?.length ?? 0) > MAX_OPENINGS;
    return isComplex ? TOO_COMPLEX : parse(text);
  } catch (error) {
    // Deep nesting can overflow the parser's stack.
    if (error instanceof RangeError) return TOO_COMPLEX;
    throw error;
  }
}

/** `document`: the text of a here-document, where blanks do not separate words. */
type Place = "bare" | "quoted" | "document";

/** `text` is the text as written, `value` is the text without quotes and escapes. */
type WordLike = { readonly text: string; readonly value: string; readonly parts?: readonly WordPart[] | undefined };

const UNKNOWN: ShellWord = { text: "", whole: false };
const NO_FILES: readonly SideWord[] = [];
const wordOf = (text: string): ShellWord => ({ text, whole: true });

class LineReader {
  readonly commands: SimpleCommand[] = [];
  /** The first reason why the line may run an unknown program. */
  unproven: string | undefined;
  /** The first reason why a word is uncertain although all programs are known. */
  doubted: string | undefined;
  #fed = false;
  #overlaps = false;

  #refuse(reason: string): void {
    this.unproven ??= reason;
  }

  #doubt(reason: string): void {
    this.doubted ??= reason;
  }

  line(text: string): void {
    const script = parsed(text);
    if (typeof script === "string") this.#refuse(script);
    else this.#script(script);
  }

  #script(script: ParsedScript | undefined): void {
    if (script === undefined || (script.errors?.length ?? 0) > 0) this.#refuse("the line is not valid shell syntax");
    this.#statements(script?.commands ?? []);
  }

  #statements(statements: readonly Statement[]): void {
    for (const { command, background } of statements) {
      // All later commands run at the same time as a background command.
      this.#overlaps ||= background === true;
      for (const part of command.type === "AndOr" ? command.commands : [command])
        if (part.type !== "Pipeline") this.#command(part);
        else for (const [at, each] of part.commands.entries()) this.#inside(at > 0, () => this.#command(each));
    }
  }

  /** Reads commands that run at the same time. `fed`: they receive input from outside. */
  #inside(fed: boolean, read: () => void): void {
    const before = [this.#fed, this.#overlaps] as const;
    this.#fed ||= fed;
    this.#overlaps = true;
    read();
    [this.#fed, this.#overlaps] = before;
  }

  #command(node: CommandNode): void {
    switch (node.type) {
      case "Command":
        return this.#simple(node);
      case "Redirected": {
        const { files, fed } = this.#redirections(node.redirects);
        if (files.length > 0) this.#refuse("a group of commands is redirected to a file");
        return this.#inside(fed, () => this.#command(node.command));
      }
      case "Subshell":
      case "BraceGroup":
        return this.#statements(node.body.commands);
      case "If":
        for (const { clause, then } of [node, ...node.elif]) this.#statements([...clause.commands, ...then.commands]);
        return this.#statements(node.else?.commands ?? []);
      case "While":
        return this.#inside(false, () => this.#statements([...node.clause.commands, ...node.body.commands]));
      case "For":
        this.#doubt(`the line sets \`${node.name.value}\``);
        for (const each of node.wordlist ?? []) this.#words(each);
        return this.#inside(false, () => this.#statements(node.body.commands));
      default:
        return this.#refuse(`the line has a construct that is not judged: \`${node.type}\``);
    }
  }

  #simple({ name, prefix, suffix }: Simple): void {
    if (name === undefined) return this.#refuse("the line sets variables or redirects without a command");
    const program = this.#word(name);
    if (!program.whole || program.text === "") this.#refuse("the program is only known at run time");
    const words: ShellWord[] = [program];
    const settings: SideWord[] = [];
    const redirects: Redirection[] = [];
    for (const part of prefix.length === 0 ? suffix : [...prefix, ...suffix]) {
      if (part.type === "Assignment") settings.push(...this.#setting(part));
      else if (part.type === "Word") words.push(...this.#words(part));
      else redirects.push(part);
    }
    const { files, fed } = this.#redirections(redirects);
    const beside = settings.length === 0 ? files : [...files, ...settings];
    const line = beside.length === 0 ? innerLine(words) : undefined;
    if (line !== undefined) return this.#inside(fed, () => this.line(line));
    this.commands.push({ program: program.text, words, beside, fed, overlaps: this.#overlaps });
  }

  #setting({ name, value, index, append }: Assignment): readonly SideWord[] {
    const isText = value.type === "Word" && !index && !append;
    const word = isText ? this.#word(value) : undefined;
    if (word?.whole) return [{ kind: "setting", word: wordOf(`${name}=${word.text}`) }];
    const reason = `the value of \`${name}\` is only known at run time`;
    if (word === undefined) this.#refuse(reason);
    else this.#doubt(reason);
    return [];
  }

  /** Returns the files of redirections. `fed` is true if the input is a pipe, a file or a here-document. */
  #redirections(parts: readonly Redirection[]): { readonly files: readonly SideWord[]; readonly fed: boolean } {
    if (parts.length === 0) return { files: NO_FILES, fed: this.#fed };
    const files = parts.flatMap((part) => this.#redirect(part));
    const isInput = (part: Redirection): boolean => part.type !== "Redirect" || part.operator === "<";
    return { files, fed: this.#fed || parts.some(isInput) };
  }

  #redirect(part: Redirection): readonly SideWord[] {
    if (part.descriptor?.type === "FileDescriptorVariable") this.#refuse("the line redirects through a variable");
    if (part.type === "HereDoc") {
      if (part.closing === undefined || part.delimiter === undefined) this.#refuse("a here-document has no end");
      // A spread copy would lose `parts`, which is computed on access.
      const { text, parts } = part.body;
      if (!part.delimiter?.quoted) this.#word({ text, value: text, parts }, "document");
      return [];
    }
    if (part.target === undefined) this.#refuse("a redirection has no target");
    const targets = part.target ? this.#words(part.target) : [];
    return part.type === "Redirect" ? targets.flatMap((target) => this.#file(part.operator, target)) : [];
  }

  /**
   * Returns the file of a redirection; undefined if it copies or closes a stream. Redirected input is accepted only for
   * stream 0, because the host may have left other streams open for reading.
   */
  #file(operator: string, word: ShellWord): readonly SideWord[] {
    const { text, whole, glob } = word;
    const runtime = "the target of a redirection is only known at run time";
    if (!whole && glob === undefined) this.#refuse(runtime);
    // Bash and zsh expand a pattern in the target of a redirection.
    else if (!whole) this.#doubt(runtime);
    // In zsh, `>!` belongs to the operator and the file is the next word.
    if (text.startsWith("!")) this.#refuse(`\`${text}\` is read differently by shells`);
    if (operator === ">&" ? /^(?:\d{1,3}-?|-)$/.test(text) : operator === "<&" && /^[0-]$/.test(text)) return [];
    if (operator === "<>" || operator === "<&") this.#refuse("the line opens a file for reading and writing");
    if (/^\/dev\/(?:null|std(?:in|out|err))$/.test(text)) return [];
    // Bash opens network connections for some names below `/dev`.
    if (/^\/*dev(?:\/|$)/.test(text)) this.#refuse(`the line redirects to or from \`${text}\``);
    return [{ kind: operator === "<" ? "input" : "redirected", word }];
  }

  /** Returns the words that a word becomes: several for `src/{a,b}.ts`. */
  #words(word: Word): readonly ShellWord[] {
    const [, before, choices, after] = word.text.includes("{") ? (BRACES.exec(word.text) ?? []) : [];
    if (choices === undefined) return [this.#word(word)];
    return choices.split(",").map((each) => wordOf(`${before}${each}${after}`));
  }

  #word(word: WordLike, place: Place = "bare"): ShellWord {
    const { text } = word;
    // A fast path: no character is special in a shell. For other words the parser computes the parts on access.
    if (/^[\w./:@%,+-]+$/.test(text)) return wordOf(text);
    const { parts, value } = word;
    if (place === "bare" && text.startsWith("~")) this.#doubt(`\`${text}\` is outside of the project`);
    // In zsh, `=name` expands to the path of a program.
    const isOdd = /^=[^= ]/.test(text) || (text !== "{}" && hasOperators(text, parts ?? []));
    if (place === "bare" && isOdd) this.#refuse(`\`${text}\` is read differently by shells`);
    return parts === undefined ? wordOf(value) : this.#join(parts, place);
  }

  #join(parts: readonly WordPart[], place: Place): ShellWord {
    return parts.map((part) => this.#part(part, place)).reduce(join, wordOf(""));
  }

  #part(part: WordPart, place: Place): ShellWord {
    const { text } = part;
    const runtime = `\`${text}\` is only known at run time`;
    switch (part.type) {
      case "Literal":
      case "SingleQuoted":
        return wordOf(part.value);
      case "DoubleQuoted":
        return this.#join(part.parts, "quoted");
      case "SimpleExpansion":
      case "ParameterExpansion":
        // `$?`, `$#` and `$$` are always numbers.
        if (/^\$[?#$]$/.test(text)) return wordOf("0");
        if (/^\$(?:[\w@*!-]+|\{[\w@*]+\})$/.test(text))
          this.#doubt(`the line does not define \`${text}\`, which can be a secret`);
        else this.#refuse(runtime);
        return UNKNOWN;
      case "CommandExpansion":
      case "ProcessSubstitution":
        this.#script(part.script);
        // The command in `>(…)` gets its input while the line runs.
        if (part.type === "ProcessSubstitution" && part.operator === ">") this.#refuse(runtime);
        else if (part.type === "ProcessSubstitution" || place === "bare") this.#doubt(runtime);
        return UNKNOWN;
      case "Glob":
        if (part.kind !== "bracket") return { ...UNKNOWN, glob: text };
        this.#refuseExpansions(part.parts, runtime);
        // A bracket expression matches one character, like `?`.
        return { ...UNKNOWN, glob: "?" };
      case "BraceExpansion":
        this.#refuseExpansions(part.parts ?? [], runtime);
        return UNKNOWN;
      default:
        this.#refuse(runtime);
        return UNKNOWN;
    }
  }

  /**
   * Marks the word as uncertain. If it contains expansions, refuses the line, because commands in them are not read.
   */
  #refuseExpansions(parts: readonly WordPart[], reason: string): void {
    this.#doubt(reason);
    if (parts.some(({ type }) => type !== "Literal")) this.#refuse(reason);
  }
}

/** Matches a list of plain words in braces. */
const BRACES = /^([\w./-]*)\{([\w./-]*(?:,[\w./-]*)+)\}([\w./-]*)$/;

/**
 * Returns the line of `sh -c LINE`, if the command contains nothing else. Lines cannot be nested deeply, because each
 * level of quotes doubles the length.
 */
function innerLine([program, option, line, ...others]: readonly ShellWord[]): string | undefined {
  const isShell = /^(?:ba|z|da)?sh$/.test(program?.text ?? "") && /^-[elux]{0,4}c$/.test(option?.text ?? "");
  return isShell && option?.whole && line?.whole && others.length === 0 ? line.text : undefined;
}

const OPERATORS = /[(){}<>|&;`$]/;

/** Returns true if plain text contains special characters, so the parser and the shell may disagree about the word. */
function hasOperators(text: string, parts: readonly WordPart[]): boolean {
  if (!OPERATORS.test(text)) return false;
  const plain = parts.length === 0 ? [text] : parts.filter(({ type }) => type === "Literal").map((part) => part.text);
  return plain.some((each) => OPERATORS.test(each.replaceAll(/\\.|'[^']*'|"(?:[^"\\]|\\.)*"/gs, "")));
}

/** Joins two parts of a word. The text of a glob contains only the characters before the first wildcard. */
function join(one: ShellWord, other: ShellWord): ShellWord {
  if (one.whole && other.whole) return wordOf(one.text + other.text);
  const text = one.whole ? one.text + other.text : one.text;
  const [pattern, rest] = [one, other].map(patternOf);
  const isGlob = pattern !== undefined && rest !== undefined;
  return { text, whole: false, ...(isGlob ? { glob: pattern + rest } : {}) };
}

/** Returns undefined if the word cannot be part of a pattern that the guard expands. */
function patternOf({ text, whole, glob }: ShellWord): string | undefined {
  return whole ? (/[*?[\]\\]/.test(text) ? undefined : text) : glob;
}
