/**
 * Parses a command line into every program that it would run, or returns why that is uncertain. It uses a real shell
 * parser and accepts only the listed kinds of nodes. Never throws for any text.
 */
import type { CommandNode, For, ParsedScript, Redirection, Statement, Word } from "unbash";
import { parse } from "unbash";
import { LOOP_NAMES } from "../programs/programs.ts";
import { isPlainWord, parseWord, parseWords, type WordContext } from "./parse-word.ts";
import type { RunsWhen, Setting, ShellLine, ShellWord, SimpleCommand } from "./shell-line.ts";
import { MAX_LINE_CHARS } from "./shell-line.ts";

type Simple = Extract<CommandNode, { type: "Command" }>;
type Assignment = Extract<Simple["prefix"][number], { type: "Assignment" }>;

/** Maximum opening characters, because the parser's time grows with their square. */
const MAX_OPENINGS = 400;
const OPENINGS = /[{[($<`]/g;
/** Maximum nesting of shells. */
const MAX_DEPTH = 3;
const TOO_COMPLEX = { unproven: "the line is too complex" };
/** Texts that shells read differently, or on which a shell and the parser disagree. */
const UNCERTAIN: readonly (readonly [RegExp, string])[] = [
  [/[\0-\x08\x0b-\x1f\x7f]/, "the line has control characters"],
  [/\\$/, "the line is not valid shell syntax"],
  [/[^ \t]\\\n/, "the line continues in the middle of a word"],
  [/[^\s(][<>]\(/, "a process substitution is part of a word"],
];

/** Every uncertain text has one of these characters. Most lines have none. */
const SUSPECT = /[\0-\x08\x0b-\x1f\x7f\\]|[<>]\(/;

export function parseLine(text: string): ShellLine {
  return parseInside(text, false, "in order", 0);
}

function parseInside(text: string, fed: boolean, runs: RunsWhen, depth: number): ShellLine {
  if (text.length > MAX_LINE_CHARS) return { unproven: "the line is too long" };
  for (const [pattern, unproven] of SUSPECT.test(text) ? UNCERTAIN : []) if (pattern.test(text)) return { unproven };
  const script = (text.match(OPENINGS)?.length ?? 0) > MAX_OPENINGS ? undefined : parsed(text);
  if (script === undefined) return TOO_COMPLEX;
  const reader = new LineReader(fed, runs, depth);
  reader.script(script);
  const { unproven, commands, doubted } = reader;
  if (unproven !== undefined) return { unproven };
  return commands.length === 0 ? { unproven: doubted ?? "the line is empty" } : { commands, doubt: doubted };
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

class LineReader implements WordContext {
  readonly commands: SimpleCommand[] = [];
  /** The first reason why the line is uncertain. */
  unproven: string | undefined;
  doubted: string | undefined;
  /** Loop variables in scope, each with its possible words. */
  variables: ReadonlyMap<string, readonly ShellWord[]> = new Map();
  #fed: boolean;
  #runs: RunsWhen;
  #hasBackground = false;
  readonly #depth: number;

  constructor(fed: boolean, runs: RunsWhen, depth: number) {
    this.#fed = fed;
    this.#runs = runs;
    this.#depth = depth;
  }

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
      // Later commands run at the same time as the background command.
      this.#hasBackground ||= background === true;
      for (const part of command.type === "AndOr" ? command.commands : [command])
        if (part.type !== "Pipeline") this.#command(part);
        else
          for (const [at, each] of part.commands.entries()) this.#inside(at > 0, "beside", () => this.#command(each));
    }
  }

  /** `fed`: all commands in `read` receive input from outside. */
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
        const files = this.#redirections(node.redirects);
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
        return this.#repeat([...node.clause.commands, ...node.body.commands]);
      case "For":
        return this.#for(node);
      default:
        return this.refuse(`the line has a construct that is not judged: \`${node.type}\``);
    }
  }

  #repeat(statements: readonly Statement[]): void {
    this.#inside(false, "repeatedly", () => this.#statements(statements));
  }

  #for({ name, wordlist, body }: For): void {
    const variable = name.value;
    if (wordlist === undefined) this.doubt("the line loops over its arguments");
    if (!LOOP_NAMES.has(variable)) this.doubt(`the line sets \`${variable}\`, which can be an environment variable`);
    // After an inner loop, the variable keeps the words of that loop.
    if (this.variables.has(variable)) this.doubt(`a loop sets \`${variable}\` inside of another loop that sets it`);
    const values = (wordlist ?? []).flatMap((each) => parseWords(each, this));
    const outer = this.variables;
    this.variables = new Map([...outer, [variable, values]]);
    this.#repeat(body.commands);
    this.variables = outer;
  }

  #simple({ name, prefix, suffix }: Simple): void {
    if (name === undefined) return this.refuse("the line sets variables or redirects without a command");
    const program = this.#program(name);
    const words: ShellWord[] = [program];
    const sets: Setting[] = [];
    const redirects: Redirection[] = [];
    for (const part of prefix.length === 0 ? suffix : [...prefix, ...suffix]) {
      if (part.type === "Assignment") this.#assign(part, sets);
      else if (part.type !== "Word") redirects.push(part);
      else if (isPlainWord(part.text)) words.push({ text: part.text, whole: true });
      else words.push(...parseWords(part, this));
    }
    const runs = this.#hasBackground && this.#runs === "in order" ? "beside" : this.#runs;
    const { reads, writes, fed } = this.#redirections(redirects);
    const command = { program: program.text, words, sets, reads, writes, fed, runs };
    const line = innerLine(words);
    if (line === undefined) this.commands.push(command);
    else this.commands.push({ ...command, inner: this.#inner(line, command) });
  }

  #inner(line: string, { fed, runs }: Pick<SimpleCommand, "fed" | "runs">): readonly SimpleCommand[] {
    const read = this.#depth < MAX_DEPTH ? parseInside(line, fed, runs, this.#depth + 1) : TOO_COMPLEX;
    if ("unproven" in read) this.refuse(read.unproven);
    else if (read.doubt !== undefined) this.doubt(read.doubt);
    return "commands" in read ? read.commands : [];
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
    // A loop variable may only be used as an operand.
    if (!read.whole || read.text === "" || /[$`]/.test(name.text)) this.refuse("the program is only known at run time");
    return read;
  }

  #redirections(parts: readonly Redirection[]): Redirections {
    const files: Redirections = { reads: [], writes: [], fed: this.#fed };
    for (const part of parts) this.#redirect(part, files);
    return files;
  }

  #redirect(part: Redirection, files: Redirections): void {
    if (part.descriptor?.type === "FileDescriptorVariable") this.refuse("the line redirects through a variable");
    if (part.type !== "Redirect") files.fed = true;
    if (part.type === "HereDoc") {
      if (part.closing === undefined || part.delimiter === undefined) return this.refuse("a here-document has no end");
      // A spread copy would lose the lazy `parts`.
      const { text, parts } = part.body;
      if (!part.delimiter.quoted) parseWord({ text, value: text, parts }, this, "document");
      return;
    }
    const target = part.target && parseWord(part.target, this);
    if (!target) this.refuse("a redirection has no target");
    else if (part.type === "Redirect") this.#file(part.operator, target, files);
  }

  /** Copying or closing a stream uses no file. The host may have left other streams open for reading. */
  #file(operator: string, target: ShellWord, files: Redirections): void {
    const { text, whole, glob } = target;
    const runtime = "the target of a redirection is only known at run time";
    if (!whole && glob === undefined) return this.refuse(runtime);
    // Bash and zsh expand a pattern there.
    if (!whole) this.doubt(runtime);
    if (operator === ">&" ? /^(?:\d{1,3}-?|-)$/.test(text) : operator === "<&" && /^[0-]$/.test(text)) return;
    if (operator === "<>" || operator === "<&") return this.refuse("the line opens a file for reading and writing");
    files.fed ||= operator === "<";
    if (/^\/dev\/(?:null|std(?:in|out|err))$/.test(text)) return;
    // Bash opens network connections for some names below `/dev`.
    if (/^\/*dev(?:\/|$)/.test(text)) return this.refuse(`the line redirects to or from \`${text}\``);
    (operator === "<" ? files.reads : files.writes).push(target);
  }
}

/** Returns the line of `sh -c LINE`, if the command contains nothing else. */
function innerLine([program, option, line, ...others]: readonly ShellWord[]): string | undefined {
  if (!option?.whole || !line?.whole || others.length > 0 || !/^(?:ba|z|da)?sh$/.test(program?.text ?? ""))
    return undefined;
  return /^-[elux]{0,4}c$/.test(option.text) ? line.text : undefined;
}

interface Redirections {
  readonly reads: ShellWord[];
  readonly writes: ShellWord[];
  /** True if the input is a file or a here-document. */
  fed: boolean;
}
