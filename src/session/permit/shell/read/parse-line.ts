/**
 * A command line in, every program that it would run out, or the reason why that is not certain. The line is parsed by a
 * real shell parser. Only the kinds of nodes that are listed here are accepted. Never throws, whatever the text.
 */
import type { CommandNode, For, ParsedScript, Redirection, Statement, Word } from "unbash";
import { parse } from "unbash";
import { isLoopName } from "../programs/variables.ts";
import { isPlainWord, parseWord, parseWords, type WordContext } from "./parse-word.ts";
import type { RunsWhen, Setting, ShellLine, ShellWord, SimpleCommand } from "./shell-line.ts";
import { MAX_LINE_CHARS } from "./shell-line.ts";

type Simple = Extract<CommandNode, { type: "Command" }>;
type Assignment = Extract<Simple["prefix"][number], { type: "Assignment" }>;

/** The parser needs time in the square of these. */
const MAX_OPENINGS = 400;
const OPENINGS = /[{[($<`]/g;
/** Shells treat control characters differently, and no real line needs them. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f]/;

export function parseLine(text: string): ShellLine {
  if (text.length > MAX_LINE_CHARS) return { unproven: "the line is too long" };
  if (CONTROLS.test(text)) return { unproven: "the line has control characters" };
  if ((text.match(OPENINGS)?.length ?? 0) > MAX_OPENINGS) return { unproven: "the line is too complex" };
  // A shell and the parser disagree about a backslash at the very end, about a continued line in the middle of a word, and about
  // `2>(command)`, which is a word with a process substitution.
  if (text.endsWith("\\")) return { unproven: "the line is not valid shell syntax" };
  if (text.includes("\\\n") && /[^ \t]\\\n/.test(text))
    return { unproven: "the line continues in the middle of a word" };
  if (text.includes("(") && /[^\s(][<>]\(/.test(text)) return { unproven: "a process substitution is part of a word" };
  const script = parsed(text);
  if (script === undefined) return { unproven: "the line is too complex" };
  const reader = new LineReader();
  reader.script(script);
  if (reader.unproven !== undefined) return { unproven: reader.unproven };
  if (reader.commands.length === 0) return { unproven: reader.doubted ?? "the line is empty" };
  return { commands: reader.commands, ...(reader.doubted === undefined ? {} : { doubt: reader.doubted }) };
}

/** Deep nesting can overflow the parser's stack. */
function parsed(text: string): ParsedScript | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const NO_VARIABLES: ReadonlyMap<string, readonly ShellWord[]> = new Map();

class LineReader implements WordContext {
  readonly commands: SimpleCommand[] = [];
  /** The first reason. */
  unproven: string | undefined;
  doubted: string | undefined;
  /** Loop variables in scope, with the words that each can stand for. */
  variables: ReadonlyMap<string, readonly ShellWord[]> = NO_VARIABLES;
  #fed = false;
  #runs: RunsWhen = "in order";
  #hasBackground = false;

  refuse(reason: string): void {
    this.unproven ??= reason;
  }

  doubt(reason: string): void {
    this.doubted ??= reason;
  }

  script(script: ParsedScript | undefined): void {
    if (script === undefined || (script.errors?.length ?? 0) > 0) this.refuse("the line is not valid shell syntax");
    this.#statements(script?.commands ?? []);
  }

  #statements(statements: readonly Statement[]): void {
    for (const { command, background } of statements) {
      // Everything behind it runs at the same time.
      this.#hasBackground ||= background === true;
      for (const part of command.type === "AndOr" ? command.commands : [command])
        if (part.type !== "Pipeline") this.#command(part);
        else
          for (const [at, each] of part.commands.entries()) this.#inside(at > 0, "beside", () => this.#command(each));
    }
  }

  /** `fed`: all commands in `read` get their input from outside. */
  #inside(fed: boolean, runs: RunsWhen, read: () => void): void {
    const before = [this.#fed, this.#runs] as const;
    this.#fed ||= fed;
    if (this.#runs !== "repeatedly") this.#runs = runs;
    read();
    [this.#fed, this.#runs] = before;
  }

  #command(node: CommandNode): void {
    switch (node.type) {
      case "Command":
        return this.#simple(node);
      case "Redirected": {
        const files: Redirections = { reads: [], writes: [], fed: false };
        for (const each of node.redirects) this.#redirect(each, files);
        if (files.reads.length + files.writes.length > 0) this.refuse("a group of commands is redirected to a file");
        return this.#inside(files.fed, this.#runs, () => this.#command(node.command));
      }
      case "Subshell":
      case "BraceGroup":
        return this.#statements(node.body.commands);
      case "If":
        for (const { clause, then } of [node, ...node.elif]) this.#statements([...clause.commands, ...then.commands]);
        return this.#statements(node.else?.commands ?? []);
      case "While":
        return this.#inside(false, "repeatedly", () =>
          this.#statements([...node.clause.commands, ...node.body.commands]),
        );
      case "For":
        return this.#for(node);
      default:
        return this.refuse(`the line has ${KINDS[node.type] ?? "a construct that is not judged"}`);
    }
  }

  #for({ name, wordlist, body }: For): void {
    const variable = name.value;
    if (wordlist === undefined) this.doubt("the line loops over its arguments");
    if (!isLoopName(variable)) this.doubt(`the line sets \`${variable}\`, which can be an environment variable`);
    // The words that it stands for behind the inner loop are those of the inner loop.
    if (this.variables.has(variable)) this.doubt(`a loop sets \`${variable}\` inside of another loop that sets it`);
    const values = (wordlist ?? []).flatMap((each) => parseWords(each, this));
    const outer = this.variables;
    this.variables = new Map([...outer, [variable, values]]);
    this.#inside(false, "repeatedly", () => this.#statements(body.commands));
    this.variables = outer;
  }

  #simple({ name, prefix, suffix }: Simple): void {
    if (name === undefined) return this.refuse("the line sets variables or redirects without a command");
    const program = this.#program(name);
    const words: ShellWord[] = [program];
    const sets: Setting[] = [];
    const runs = this.#hasBackground && this.#runs === "in order" ? "beside" : this.#runs;
    const files: Redirections = { reads: [], writes: [], fed: this.#fed };
    for (const part of prefix.length === 0 ? suffix : [...prefix, ...suffix]) {
      if (part.type === "Word")
        if (isPlainWord(part.text)) words.push({ text: part.text, whole: true });
        else words.push(...parseWords(part, this));
      else if (part.type === "Assignment") this.#assign(part, sets);
      else this.#redirect(part, files);
    }
    this.commands.push({ program: program.text, words, sets, ...files, runs });
  }

  #assign({ name, value, index, append }: Assignment, sets: Setting[]): void {
    const reason = `the value of \`${name}\` is only known at run time`;
    if (value.type !== "Word" || index || append) return this.refuse(reason);
    const { text, whole } = parseWord(value, this);
    if (whole) sets.push({ name, value: text });
    else this.doubt(reason);
  }

  #program(name: Word): ShellWord {
    const read = parseWord(name, this);
    // The variable of a loop is only used as an operand.
    if (!read.whole || read.text === "" || /[$`]/.test(name.text)) this.refuse("the program is only known at run time");
    return read;
  }

  #redirect(part: Redirection, files: Redirections): void {
    if (part.descriptor?.type === "FileDescriptorVariable") this.refuse("the line redirects through a variable");
    if (part.type !== "Redirect") files.fed = true;
    if (part.type === "HereDoc") {
      if (part.closing === undefined || part.delimiter === undefined) return this.refuse("a here-document has no end");
      // A spread would lose the parts.
      const { text, parts } = part.body;
      if (!part.delimiter.quoted) parseWord({ text, value: text, parts }, this, "document");
      return;
    }
    const target = part.target && parseWord(part.target, this);
    if (!target) this.refuse("a redirection has no target");
    else if (part.type === "Redirect") this.#file(part.operator, target, files);
  }

  /** A stream can be copied or closed without a file. The host can have left other streams open for reading. */
  #file(operator: string, target: ShellWord, files: Redirections): void {
    const { text, whole, glob } = target;
    const runtime = "the target of a redirection is only known at run time";
    if (!whole && glob === undefined) return this.refuse(runtime);
    // Bash and zsh replace a pattern there.
    if (!whole) this.doubt(runtime);
    if (operator === ">&" && /^(?:\d{1,3}-?|-)$/.test(text)) return;
    if (operator === "<&" && /^[0-]$/.test(text)) return;
    if (operator === "<>" || operator === "<&") return this.refuse("the line opens a file for reading and writing");
    files.fed ||= operator === "<";
    if (/^\/dev\/(?:null|std(?:in|out|err))$/.test(text)) return;
    // Bash opens network connections for some names below `/dev`.
    if (/^\/*dev(?:\/|$)/.test(text)) return this.refuse(`the line redirects to or from \`${text}\``);
    (operator === "<" ? files.reads : files.writes).push(target);
  }
}

interface Redirections {
  readonly reads: ShellWord[];
  readonly writes: ShellWord[];
  /** True if a file or the line itself is the input. */
  fed: boolean;
}

const KINDS: Readonly<Record<string, string>> = {
  Function: "a function",
  Coproc: "a coprocess",
  Case: "a `case`",
  Select: "a `select`",
  ArithmeticFor: "arithmetic",
  ArithmeticCommand: "arithmetic",
  TestCommand: "`[[`",
};
